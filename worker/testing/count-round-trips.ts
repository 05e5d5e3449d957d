/** The same database, counting how often it is asked: a batch is one round trip. */
export function countRoundTrips(database: D1Database): { database: D1Database; trips: () => number } {
  let trips = 0
  const counting = <T extends object>(target: T, names: string[]): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (names.includes(String(name))) trips += 1
          const result: unknown = Reflect.apply(value, of, given)
          const goesOn = name === 'prepare' || name === 'bind'
          return goesOn && isObject(result) ? counting(result, ['all', 'first', 'raw', 'run']) : result
        }
      },
    })
  return { database: counting(database, ['batch', 'exec']), trips: () => trips }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
