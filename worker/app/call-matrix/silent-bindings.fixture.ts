import { quick } from '../../testing/call-api.ts'
import { OPERATOR } from './victim.fixture.ts'

type Bindings = typeof quick

/** Bindings whose queue keeps nothing and whose objects answer nothing. `asked`: the ids of the Runners that were asked. */
export function silentBindings(): { asked: Set<string>; bindings: Bindings } {
  const asked = new Set<string>()
  const answer = async (id: string) => {
    asked.add(id)
    throw new Error('This object answers nothing.')
  }
  const objectOf = (id: string) => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : () => answer(id)) })
  let made = 0
  const objects = {
    newUniqueId: () => `runner-${++made}`,
    idFromString: (id: string) => id,
    get: objectOf,
    getByName: objectOf,
  }
  const given = {
    RUNNER: objects,
    HOST: objects,
    SOURCE: { ...objects, idFromString: refuseId },
    RUNNER_HEALTH: objectOf('health'),
    QUEUE: { send: async () => {} },
    OPERATORS: OPERATOR,
  }
  // They have what calls need of the real ones.
  return { asked, bindings: { ...quick, ...(given as unknown as Partial<Bindings>) } }
}

/** As of every id that its namespace has not made. */
function refuseId(): never {
  throw new TypeError('This is not an id of the namespace.')
}
