import { newOAuthState, type OAuthState } from '../../oauth/oauth-state.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { openJsonFile } from '../../stand-in/json-state-file.ts'
import type { LedgerEntry, FirstAnswer } from './ledger.ts'
import type { Item } from './sample-data.ts'
import type { Fault } from './fault.ts'

type ServicesState = OAuthState & {
  /** The items of the service APIs, by service, account and resource. */
  items: Record<string, Item[]>
  /** Each create and update, oldest first. */
  ledger: LedgerEntry[]
  /** The answers to repeated Idempotency-Keys, by account, address and key. */
  firstAnswers: Record<string, FirstAnswer>
  /** The files of services that a developer added here, by module name. */
  added: Record<string, ServiceDefinition>
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

/** "Poll now": the product was told that an account has something new. `status` is null without an answer. */
export type PollNow = { at: number; service: string; accountId: string; status: number | null }

/** Everything that a handler needs, passed in so that tests have their own clock and state. */
export type ServicesContext = {
  origin: string
  now: () => number
  state: ServicesState
  save: () => void
  /** Faults that tests or the page requested and that are still to come; never persisted. */
  faults: Fault[]
  /** The product's address, once it is known: it is told when something happens at a service. */
  product: string | null
  /** How often each list was read, by account and path; never persisted. */
  reads: Map<string, number>
  /** The requests to each double of a real service, by module name; never persisted. */
  asked: Map<string, DoubleRequest[]>
  /** The files of this site's services that have changed since the start, by module name; never persisted. */
  changed: Map<string, ServiceDefinition>
  /** Each time that the product was told to poll, oldest first; never persisted. */
  told: PollNow[]
}

export function openContext(origin: string, stateFile: string | undefined, now: () => number): ServicesContext {
  const { state, save } = openJsonFile<ServicesState>(stateFile, {
    ...newOAuthState(),
    items: {},
    ledger: [],
    firstAnswers: {},
    added: {},
    doubles: {},
  })
  const fresh = { faults: [], product: null, told: [], reads: new Map(), asked: new Map(), changed: new Map() }
  return { origin, now, state, save, ...fresh }
}
