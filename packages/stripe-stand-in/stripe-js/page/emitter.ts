/** A handler of any event; the official types of `on` check its parameter. */
type Handler = (payload: never) => unknown

export type Emitter<Events> = {
  on(name: string, handler: Handler): void
  emit<Name extends keyof Events & string>(name: Name, payload: Events[Name]): void
}

/** Also accepts handlers for events that never happen here. */
export function createEmitter<Events>(): Emitter<Events> {
  const entries: { name: string; handler: Handler }[] = []
  return {
    on: (name, handler) => void entries.push({ name, handler }),
    emit: (name, payload) => {
      for (const { handler } of entries.filter((each) => each.name === name)) call(handler, payload)
    },
  }
}

function call<Payload>(handler: Handler, payload: Payload): void {
  const typed = handler as (payload: Payload) => unknown
  typed(payload)
}
