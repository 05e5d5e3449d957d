import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { doubleRoutes } from '../../doubles/double-routes.ts'
import { openContext } from '../../services/data/services-state.ts'
import { servicesControl } from '../../services/services-control.ts'
import { sampleDouble } from '../sample-double.ts'
import type { SampleState } from '../answers/sample-state.ts'

const ORIGIN = 'http://localhost:1'
/** Marks an answer that never came. */
const DROPPED = 'x-dropped'

/** Sample servers of these services in this process: no port is taken. `now` in ms. */
export function sampleServers(definitions: readonly ServiceDefinition[], now: () => number = () => 0) {
  const ctx = openContext(ORIGIN, undefined, now)
  const app = doubleRoutes(ctx, definitions.map(sampleDouble))
  const drop = () => new Response(null, { headers: { [DROPPED]: 'yes' } })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await app.request(String(input), init, { drop })
    if (answer.headers.has(DROPPED)) throw new TypeError('fetch failed')
    return answer
  }
  return {
    origin: ORIGIN,
    control: servicesControl(ctx),
    fetch,
    addresses: Object.fromEntries(definitions.map(({ id }) => [id, `${ORIGIN}/${id}`])),
    /** What actions sent to a service, oldest first. */
    kept: (id: string) => (ctx.state.doubles[id] as SampleState | undefined)?.kept ?? [],
  }
}

/** The sample server of one service. */
export function sampleServer(definition: ServiceDefinition, now?: () => number) {
  const servers = sampleServers([definition], now)
  const address = `${servers.origin}/${definition.id}`
  const ask = (path: string, init?: RequestInit) => servers.fetch(address + path, init)
  return {
    ...servers,
    address,
    ask,
    /** Presses a button of its page, such as `trigger/new_parcel`. Throws what it answers but for a redirect. */
    press: async (path: string, form: Record<string, string> = {}): Promise<void> => {
      const answer = await ask(`/control/${path}`, { method: 'POST', body: new URLSearchParams(form) })
      if (answer.status !== 303) throw new Error(await answer.text())
    },
    page: async (): Promise<string> => (await ask('')).text(),
  }
}
