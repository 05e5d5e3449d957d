import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { accountStore } from './data/account-store.ts'
import { doneTwice } from './data/ledger.ts'
import type { LedgerEntry } from './data/ledger.ts'
import type { Item } from './data/sample-data.ts'
import type { Grant } from '../oauth/oauth-state.ts'
import { expireGrant, grantsOf, revokeAllGrants } from '../oauth/oauth-tokens.ts'
import type { DoubleRequest, ServicesContext, PollNow } from './data/services-state.ts'
import { addFault } from './data/fault.ts'
import type { FaultKind, FaultOptions, FaultPlace } from './data/fault.ts'
import { FEEDS } from './feeds/feed-items.ts'
import { happen } from './happenings/happen.ts'

/** The calls behind the home page's buttons, and more, for tests in the same process. */
export type ServicesControl = {
  revokeAll(service: string): void
  expireAccessTokens(service: string): void
  /** For tokens issued from now on; kept across restarts. */
  setTokenLifetime(service: string, seconds: number): void
  /** Makes the next request there fail once. Several calls queue up. */
  failNext(service: string, at: FaultPlace, status: number): void
  /** Makes the next `calls` requests (1 by default) meet the fault, or all of the next `seconds`. */
  addFault(service: string, fault: FaultKind & FaultOptions): void
  clearFaults(): void
  /** Makes something happen at an account, as the page's buttons do, and tells the product where it is known. */
  happen(accountId: string, slug: string, input?: Record<string, string>): Promise<Item>
  /** The items of an account, newest last. Paths are those of the API, such as "channels/C01/messages". */
  items(accountId: string, path: string): Item[]
  /** How often a list was read; of feeds, "feeds" and their name. */
  reads(accountId: string, path: string): number
  /** From now on, this service answers from this file, unless its double is written by hand. */
  changeService(service: ServiceDefinition): void
  /** Where the services are that a developer added here, by module name. */
  added(): Record<string, string>
  /** The requests to the double of a real service, oldest first. */
  asked(module_name: string): DoubleRequest[]
  /** Each create and update, oldest first. */
  ledger(): LedgerEntry[]
  /** Entries that were done more than once for the same request. */
  doneTwice(): LedgerEntry[][]
  /** The calls that told the product to poll now, oldest first. */
  told(): PollNow[]
  grants(): Grant[]
  /** Saves the current state; the returned function restores it and drops pending faults. */
  takeSnapshot(): () => void
}

export function servicesControl(ctx: ServicesContext): ServicesControl {
  return {
    revokeAll: (service) => revokeAllGrants(ctx, service),
    expireAccessTokens: (service) => grantsOf(ctx, service).forEach((grant) => expireGrant(ctx, grant)),
    setTokenLifetime: (service, seconds) => {
      ctx.state.tokenLifetimes[service] = seconds
      ctx.save()
    },
    failNext: (service, at, status) => addFault(ctx, service, { kind: 'status', status, at }),
    addFault: (service, fault) => addFault(ctx, service, { ...(service === FEEDS && { at: 'feed' }), ...fault }),
    clearFaults: () => ctx.faults.splice(0),
    happen: (accountId, slug, input) => happen(ctx, accountId, slug, input),
    items: (accountId, path) => structuredClone(accountStore(ctx, accountId).list(path)),
    reads: (accountId, path) => ctx.reads.get(`${accountId}/${path}`) ?? 0,
    changeService: (service) => void ctx.changed.set(service.id, service),
    added: () => Object.fromEntries(Object.keys(ctx.state.added).map((id) => [id, `${ctx.origin}/${id}`])),
    asked: (module_name) => structuredClone(ctx.asked.get(module_name) ?? []),
    ledger: () => structuredClone(ctx.state.ledger),
    doneTwice: () => structuredClone(doneTwice(ctx.state.ledger)),
    told: () => structuredClone(ctx.told),
    grants: () => structuredClone(ctx.state.grants),
    takeSnapshot: () => {
      const snapshot = structuredClone(ctx.state)
      return () => {
        Object.assign(ctx.state, structuredClone(snapshot))
        ctx.faults.length = 0
        ctx.told.length = 0
        ctx.reads.clear()
        ctx.asked.clear()
        ctx.save()
      }
    },
  }
}
