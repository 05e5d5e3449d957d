/** A KV namespace in this process, in which nothing expires. */
export function memoryKv() {
  const values = new Map<string, string>()
  return {
    get: async (key: string, type?: string) => {
      const value = values.get(key) ?? null
      return value !== null && type === 'json' ? JSON.parse(value) : value
    },
    put: async (key: string, value: string) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
    list: async ({ prefix = '' } = {}) => ({
      keys: [...values.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name })),
      list_complete: true,
    }),
  }
}
