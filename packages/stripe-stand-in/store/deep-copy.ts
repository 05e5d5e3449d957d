/** A deep copy of plain JSON, several times as fast as structuredClone; the store copies everything it returns. */
export function deepCopy<T>(value: T): T {
  return copied(value) as T
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) result[key] = copied(inner)
  return result
}
