/** A deep copy of plain JSON: several times as quick as structuredClone, and the store copies all that it hands out. */
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
