/** A handler of any event; the official types of `on` check its parameter. */
type Handler = (payload: never) => unknown

export type Emitter<Events> = {
  on(name: string, handler: Handler): void
  once(name: string, handler: Handler): void
  off(name: string, handler?: Handler): void
  emit<Name extends keyof Events & string>(name: Name, payload: Events[Name]): void
  has(name: keyof Events & string): boolean
}

/** Also accepts handlers for events that never happen here. */
export function createEmitter<Events>(): Emitter<Events> {
  let entries: { name: string; handler: Handler; once: boolean }[] = []
  return {
    on: (name, handler) => void entries.push({ name, handler, once: false }),
    once: (name, handler) => void entries.push({ name, handler, once: true }),
    off: (name, handler) => {
      entries = entries.filter((each) => each.name !== name || (handler && each.handler !== handler))
    },
    emit: (name, payload) => {
      const concerned = entries.filter((each) => each.name === name)
      entries = entries.filter((each) => each.name !== name || !each.once)
      for (const { handler } of concerned) call(handler, payload)
    },
    has: (name) => entries.some((each) => each.name === name),
  }
}

/** `on`, `once` and `off` of an element; each returns the element. */
export function listenerMethods<Element>(events: Emitter<never>, element: () => Element) {
  return {
    on: (name: string, handler: Handler) => {
      events.on(name, handler)
      return element()
    },
    once: (name: string, handler: Handler) => {
      events.once(name, handler)
      return element()
    },
    off: (name: string, handler?: Handler) => {
      events.off(name, handler)
      return element()
    },
  }
}

function call<Payload>(handler: Handler, payload: Payload): void {
  const typed = handler as (payload: Payload) => unknown
  typed(payload)
}
