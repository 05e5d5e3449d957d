/** For tests: a browser's storage that takes values of at most `limit` characters. */
export function fakeStorage(limit = Infinity) {
  const rows = new Map<string, string>()
  return {
    rows,
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new Error('QuotaExceededError')
      rows.set(key, value)
    },
    removeItem: (key: string) => void rows.delete(key),
    key: (index: number) => [...rows.keys()][index] ?? null,
    get length() {
      return rows.size
    },
  }
}
