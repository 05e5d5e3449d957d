/** `previous_attributes` of an update: the old values of what changed, nested where needed. Null if nothing changed. */
export function previousAttributes(before: object, after: object): object | undefined {
  const differing = Object.entries(after).flatMap(([key, now]) => {
    const was: unknown = Reflect.get(before, key)
    if (JSON.stringify(was) === JSON.stringify(now)) return []
    return [[key, isHash(was) && isHash(now) ? (previousAttributes(was, now) ?? was) : (was ?? null)]]
  })
  return differing.length > 0 ? Object.fromEntries(differing) : undefined
}

function isHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
