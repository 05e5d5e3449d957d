import { useSyncExternalStore } from 'react'

/** A value that parts of a page share. It lives outside React, so that a change renders only the parts that read it. */
export class ExternalStore<Value> {
  #value: Value
  readonly #listeners = new Set<() => void>()

  constructor(value: Value) {
    this.#value = value
  }

  readonly get = (): Value => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(value: Value): void {
    if (value === this.#value) return
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}

export function useExternalStore<Value>({ subscribe, get }: Pick<ExternalStore<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get, get)
}
