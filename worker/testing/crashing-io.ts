/** What a world may not survive: from the k-th time that it asks anything outside of itself, nothing is answered any more. */
export type Io = ReturnType<typeof crashingIo>

export function crashingIo() {
  let count = 0
  let dies: number | null = null
  async function step(): Promise<void> {
    count += 1
    if (dies !== null && count >= dies) throw new Error(`The process died at its I/O number ${dies}.`)
  }
  return {
    step,
    /** How often something was asked since it lives. */
    count: () => count,
    /** From now on the k-th question kills it. */
    dieAt: (k: number) => {
      count = 0
      dies = k
    },
    revive: () => {
      count = 0
      dies = null
    },
    database: (database: D1Database) => stepping(database, ['batch', 'exec'], step),
  }
}

function stepping<T extends object>(target: T, names: string[], step: () => Promise<void>): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (names.includes(String(name))) return step().then(() => Reflect.apply(value, of, given))
        const result: unknown = Reflect.apply(value, of, given)
        const goesOn = name === 'prepare' || name === 'bind'
        return goesOn && isObject(result) ? stepping(result, ['all', 'first', 'raw', 'run'], step) : result
      }
    },
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
