/** Browser storage that never throws: if storage is blocked or full, values last as long as the page. */
export type Store = {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  /** All keys with this prefix. */
  keys: (prefix: string) => string[]
  /** Removes every key with this prefix. */
  removeAll: (prefix: string) => void
}

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** `open` is called for each use, because even accessing a blocked storage throws. */
export function createStore(open: () => Backing): Store {
  const memory = new Map<string, string>()
  const keys = (prefix: string) =>
    [...memory.keys(), ...(attempt(() => keysOf(open())) ?? [])].filter((key) => key.startsWith(prefix))
  const remove = (key: string) => {
    memory.delete(key)
    attempt(() => open().removeItem(key))
  }
  return {
    read: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? null,
    write: (key, value) => {
      const kept = attempt(() => {
        open().setItem(key, value)
        return true
      })
      if (kept) memory.delete(key)
      else memory.set(key, value)
    },
    remove,
    keys: (prefix) => [...new Set(keys(prefix))],
    removeAll: (prefix) => keys(prefix).forEach(remove),
  }
}

function keysOf(storage: Backing): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

export const localStore = createStore(() => window.localStorage)
export const sessionStore = createStore(() => window.sessionStorage)
