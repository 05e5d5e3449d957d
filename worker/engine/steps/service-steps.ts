import type { IngredientType } from '../../contract/connections/service.ts'
import type { Deliver } from '../../messages/notifications/deliver-to-user.ts'
import type { OutboundFetch } from '../../system/outbound/outbound-fetch.ts'
import type { AppLimit } from '../../system/runner-api/host-api.ts'
import type { OAuthCredentials } from '../../system/secrets/sealed-client.ts'
import type { HubPush } from '../../system/runner-api/source-api.ts'
import type {
  ActionResult,
  Ingredients,
  PollPage,
  Repeat,
  StepOutcome,
  TriggerItem,
} from '../../system/runner-api/step-outcome.ts'

/** The ports of a service's step while it runs. */
export type StepIo = {
  fetch: OutboundFetch
  /** The access token of the step's account, or what was pasted as its `token` or `key`; null where there is none. */
  token: string | null
  /** All that was pasted to connect the account, by the names of the service's file. Never shown again. */
  credentials: Readonly<Record<string, string>>
  /** Where the service's API is: the operator's address for the module, or the one in its file. */
  base_url: string
  /** `sy_{run}_{step}_{n}` for an action: sent as Idempotency-Key and X-Request-ID. */
  key: string | null
  timezone: string
  now: number
  /** Where the user is told something: built-in services only. */
  deliver: Deliver
  /** Reads the present items of one of the service's own sources, newest first. */
  readSource(source: string, fields: Record<string, string>): Promise<StepOutcome<TriggerItem[]>>
  /** The memory of the user's Applets: the service Store only. */
  store: UserStore
  /** Who we are to a service that speaks IFTTT's protocol: our site, and the key that the service gave its operator. */
  app?: { origin: string; serviceKey(): Promise<string | null> }
  /** Where the service may send what happens at the account. Only the polls of a Runner have it. */
  hook?: () => Promise<AccountHook>
}

/** A value or an item of a list. `at` in ms. */
export type StoredValue = { value: string; at: number }

/**
 * The store of a user's Applets in their Runner. `key` makes each change once, in one transaction with what it changes.
 */
export type UserStore = {
  value(name: string): StoredValue | null
  /** Newest first. */
  list(name: string, limit: number): StoredValue[]
  /** An empty value removes what has this name. */
  set(change: { key: string; name: string; value: string }): StepOutcome<null>
  add(change: { key: string; name: string; value: string }): StepOutcome<null>
  /** Adds to a number, and starts what waits for it to get there. Gives what it is then. */
  count(change: { key: string; name: string; by: number }): StepOutcome<number>
}

/** An address of ours, and a secret that the service repeats with each request to it. */
export type AccountHook = { address: string; secret: string }

/** How a trigger starts: asked again and again, by a request, or by time. */
export type TriggerMode = 'poll' | 'hook' | 'clock'

/** A slot of a step: its field with rendered or raw values. */
export type StepCall = { fields: Record<string, string>; applet_id: number }

/** What is wrong with a value, in words; or, where that cannot be said now, why: then it may be saved. */
export type Objection = string | { unsure: string }

export type TriggerDefinition = {
  mode: TriggerMode
  /** False for a `hook` that no request with a key starts, but the product itself: a mail, a press, a counter. */
  by_request?: false
  name: string
  /** Names of ingredients, in order, with an example each. */
  ingredients: { slug: string; name: string; type: IngredientType; example: string }[]
  /**
   * `poll`: one page. `identity`: the same for one user, trigger, fields and account. `mark`: the `etag` that the poll
   * before left, also where this one has to list everything, for triggers that count on their own.
   */
  poll?(
    call: StepCall & {
      page: string | null
      etag: string | null
      last_modified: string | null
      identity?: string
      mark?: string | null
    },
    io: StepIo,
  ): Promise<StepOutcome<PollPage>>
  /** `poll`: what it follows instead of being asked for each user. */
  source?: FollowedSource
  /**
   * For a service that wants to know: nobody follows this identity anymore. `fields`: those that it followed; empty after
   * a try. `mark`: the `etag` that the last poll left. `is_last`: nor any other trigger of the account.
   */
  leave?(
    call: { identity: string; fields: Record<string, string>; mark?: string | null; is_last: boolean },
    io: StepIo,
  ): Promise<StepOutcome<null>>
  /** `poll`, whose service also sends what happens, to `StepIo.hook`. */
  push?: PushedTrigger
  /** `poll`, whose service may also send to `StepIo.hook` that there is something new: then it is asked at once. */
  hint?: HintedTrigger
  /** Asks the service whether values may be saved. Returns what it says against them, by the field's slug. */
  validate?(fields: Record<string, string>, io: StepIo): Promise<Record<string, Objection>>
  /** `clock`: the next time after `after` in ms, with its ingredients; null if it never comes. */
  next?(call: StepCall, when: { after: number; timezone: string }): TriggerItem | null
}

/** Asks a service for one page of what a trigger reports. */
export type Poll = NonNullable<TriggerDefinition['poll']>

/**
 * The source that a trigger follows. `fields`: what that source needs to know, normalized, so that equal ones
 * are read once. `items`: what this user's fields make of its items, newest first; all of them where it is left out.
 */
export type FollowedSource = {
  source: string
  fields(fields: Record<string, string>): Record<string, string>
  items?(items: TriggerItem[], call: { fields: Record<string, string>; timezone: string }): TriggerItem[]
}

/** Settings that hold an operator's own key at a service. */
export const OPERATOR_KEYS = ['OPEN_METEO_KEY'] as const
type OperatorKey = (typeof OPERATOR_KEYS)[number]

/** The ports for reading a source: there is no user and no account. */
export type SourceIo = Pick<StepIo, 'fetch' | 'base_url' | 'now'> & {
  /** The operator's own key at the service; null without one. */
  operator_key: string | null
}

/** `state`: what the reading before left for this one; null at first. */
export type SourceCall = {
  fields: Record<string, string>
  etag: string | null
  last_modified: string | null
  state: string | null
}

/** `same`: what it is known by where the source changes its ids; its id where that is left out. */
export type SourceItem = TriggerItem & { same?: string }

/**
 * The items that a source was found to have, newest first. `again_in`: ms until it must be read again, whatever its
 * followers pay. `note`: what users should know. `hub`: where it can be followed with WebSub, and as what.
 */
export type SourcePage = Omit<PollPage, 'next' | 'items'> & {
  items: SourceItem[]
  state: string | null
  again_in?: number
  note?: string
  hub?: { hub: string; topic: string }
}

/** Something public that is read once for everyone who follows it: a feed, a cell of weather, a site. */
export type SourceDefinition = {
  read(call: SourceCall, io: SourceIo): Promise<StepOutcome<SourcePage>>
  /** The items that a hub pushed, newest first; null for what is none. */
  readPush?(push: Omit<HubPush, 'signature'> & { now: number }, call: SourceCall): SourceItem[] | null
}

/**
 * `secret_header`: in lower case, where the service repeats the hook's secret. `read`: what a request's body says to
 * these fields; null where it starts nothing.
 */
export type PushedTrigger = {
  secret_header: string
  read(body: string, call: StepCall): TriggerItem | null
}

/**
 * How a service shows that what comes to `StepIo.hook` is its own: a header, in any case, that repeats the hook's secret,
 * or that has an HMAC (SHA-256) of the body by it, in this encoding. `prefix`: what stands before that.
 */
export type HintProof = {
  header: string
  hmac?: 'hex' | 'base64' | undefined
  prefix?: string | undefined
}

/** `concerns`: whether a request's body is news of what these fields follow. */
type HintedTrigger = { proof: HintProof; concerns(body: string, fields: Record<string, string>): boolean }

export type QueryDefinition = {
  name: string
  ingredients: { slug: string; name: string; type: IngredientType; example: string }[]
  run(call: StepCall, io: StepIo): Promise<StepOutcome<Ingredients[]>>
}

export type ActionDefinition = {
  name: string
  repeat: Repeat
  /** A 500, 502 or 504 of this service is certain not to have done anything. */
  failure_is_final: boolean
  run(call: StepCall, io: StepIo): Promise<StepOutcome<ActionResult>>
  /** For `find`: looks whether the effect of `io.key` is there already. */
  find?(call: StepCall, io: StepIo): Promise<StepOutcome<ActionResult | null>>
}

/** `values`: what else its steps are given as `{{credentials.…}}`, where its user named a server. */
export type Account = { id: string; name: string; values?: Record<string, string> }

/** A service as the Runner runs it; made by `defineService` from its file (worker/services). */
export type RunnableService = {
  module_name: string
  /** As filter code names it, such as `GitHub`. */
  identifier: string
  /** Where its API is by its file, which the operator may move; null for one that has none. */
  base_url: string | null
  /** Whether it acts at hosts of its service file: only these have a circuit breaker. */
  hosts: readonly string[]
  /** How long two actions of one account must be apart, in ms; absent where they need not. */
  write_gap?: number
  /** The setting that may hold the operator's own key there; absent where none can. */
  operator_key?: OperatorKey
  /** The limit of these hosts for all the app's users together; null without such a limit. */
  app_limit: AppLimit | null
  /** The limit for each account. */
  account_limit?: AppLimit
  triggers: Record<string, TriggerDefinition>
  sources: Record<string, SourceDefinition>
  queries: Record<string, QueryDefinition>
  actions: Record<string, ActionDefinition>
  /** The pasted value that names the user's own server, where its requests go; null for a service with one address. */
  base_field: string | null
  /** The names of an account's values that are never shown again: in runs, errors and logs. */
  secret_fields: readonly string[]
  /** Asks whether the token still works; null for a service without accounts. */
  checkAccount: ((io: StepIo) => Promise<StepOutcome<Account>>) | null
  /**
   * Undoes at the service what our use of the account set up there. `client`: ours, where the account signed in with
   * it.
   */
  disconnect?: (io: StepIo, client: OAuthCredentials | null) => Promise<StepOutcome<unknown>>
}
