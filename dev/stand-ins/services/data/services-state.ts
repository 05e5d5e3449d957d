import { newOAuthState, type OAuthState } from '../../oauth/oauth-state.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { openJsonFile } from '../../stand-in/json-state-file.ts'
import type { Fault } from './fault.ts'

type ServicesState = OAuthState & {
  /** The state of the doubles of real services, by module name. */
  doubles: Record<string, object>
}

/** A request that a double was sent, as it arrived. `at` in ms; `query` is of the address. */
export type DoubleRequest = {
  at: number
  method: string
  /** Below the double's address, such as `/bot123/sendMessage`. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

/** Everything that a handler needs, passed in so that tests have their own clock and state. */
export type ServicesContext = {
  origin: string
  now: () => number
  state: ServicesState
  save: () => void
  /** Faults that tests or the page requested and that are still to come; never persisted. */
  faults: Fault[]
  /** The product's address, once it is known. */
  product: string | null
  /** The requests to each double of a real service, by module name; never persisted. */
  asked: Map<string, DoubleRequest[]>
  /** The files of this site's services that have changed since the start, by module name; never persisted. */
  changed: Map<string, ServiceDefinition>
}

export function openContext(origin: string, stateFile: string | undefined, now: () => number): ServicesContext {
  const { state, save } = openJsonFile<ServicesState>(stateFile, {
    ...newOAuthState(),
    doubles: {},
  })
  const fresh = { faults: [], product: null, asked: new Map(), changed: new Map() }
  return { origin, now, state, save, ...fresh }
}
