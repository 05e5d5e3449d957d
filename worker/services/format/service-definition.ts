import type {
  FieldOption,
  FieldSyntax,
  FieldType,
  IngredientType,
  ServiceCategory,
} from '../../contract/connections/service.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import type {
  ActionDefinition,
  FollowedSource,
  OperatorKey,
  Poll,
  PushedTrigger,
  QueryDefinition,
  SourceDefinition,
  StepIo,
  TriggerDefinition,
} from '../../engine/steps/service-steps.ts'
import type { AppLimit } from '../../system/runner-api/host-api.ts'
import type { Repeat, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { ConnectDefinition } from './connect-definition.ts'
import type { AnswerPath } from './answer-path.ts'

/**
 * A value of a request's JSON body. A text is a template such as `{{fields.title}}`; `{ $split: '{{fields.row}}', by:
 * '|||' }` makes a list of one, `{ $switch: '{{fields.state}}', on: true, off: false }` takes the property of that
 * name.
 */
export type JsonTemplate = string | number | boolean | null | JsonTemplate[] | { [property: string]: JsonTemplate }

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * A request to the service's API. The address and all texts are templates over `fields` and over what was pasted to
 * connect the account, as `{{credentials.key}}`: values are percent-encoded in the path and the query, and keep their
 * type in JSON. A parameter, property or segment that is only an empty field is left out; `{{fields.light | default:
 * "all"}}` names what to send instead.
 */
export type HttpRequest = {
  method: Method
  /** From the service's base address, such as `/api/repos/{{fields.repo}}/issues`, or of another host of its own. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: { [property: string]: JsonTemplate }
}

/**
 * Lists a field's live options where one request does not; a problem of the kind `unauthorized` refreshes the token.
 */
export type AskOptions = (io: StepIo) => Promise<StepOutcome<FieldOption[]>>

/**
 * The path of the service's API that lists a field's live options, and where they stand in its answer. By default they
 * are `$.options`, each with a `value` and a `label`. `ask` takes the place of that request; the path is then only the
 * name by which pages ask for them.
 */
type LiveOptions = {
  get: string
  ask?: AskOptions
  items?: AnswerPath
  value?: AnswerPath
  label?: AnswerPath
  group?: AnswerPath
  /** The group is what stands before this text. */
  group_ends?: string
}

/**
 * A step's field. `required` by default. `check`: what is wrong with a value besides its type, as a sentence for its
 * user; asked when it is saved.
 */
export type FieldDefinition = {
  slug: string
  label: string
  type: FieldType
  required?: boolean
  hint?: string
  default_value?: string
  options?: FieldOption[] | LiveOptions
  check?: (value: string) => string | null
  syntax?: FieldSyntax
}

/** A value that a trigger or a query reports. `from`: where it stands in an item of the answer. */
export type IngredientDefinition = {
  slug: string
  name: string
  type: IngredientType
  from?: AnswerPath
  example: string
}

/**
 * A step's fields and the service's answer to them, for the check of the file and for test events. `status`: 200 where
 * it is left out. `state`: what a source's reading before left.
 */
type Sample = { fields: Record<string, string>; answer: unknown; status?: number; state?: string }

type StepTexts = { slug: string; name: string; description: string; fields?: FieldDefinition[] }

export type PollHttp = {
  request: HttpRequest
  /** The list of items. */
  items: AnswerPath
  /**
   * An item's id, of several values together if there are several places; its time is ISO 8601, or seconds or ms since
   * 1970.
   */
  id: AnswerPath | readonly AnswerPath[]
  at?: AnswerPath
  order: 'newest_first' | 'oldest_first'
  /** Items that have something there are left out: not null, false or empty. */
  without?: AnswerPath
  /**
   * The next page: where the answer, or which link of its Link header, names it, and the query parameter that asks for
   * it.
   */
  next?: { query: string } & ({ from: AnswerPath } | { link: 'next' | 'last' | 'prev' })
  /** How long nothing new is asked for, in seconds; the plan's own pace may be slower. */
  every?: number
}

export type QueryHttp = Pick<PollHttp, 'request' | 'items' | 'without'>

export type ActionHttp = {
  request: HttpRequest
  result?: { id?: AnswerPath; url?: AnswerPath }
  /** Answers of the service that are not failures, or that say more than their status. */
  errors?: { status: number; as: 'skip' | 'done'; message?: AnswerPath }[]
  /** For `repeat: 'find'`: a list of newest items; `key` is the request id of the request that made each. */
  find?: { request: HttpRequest; items: AnswerPath; key: AnswerPath }
}

type PollCode = { poll: Poll } & Pick<TriggerDefinition, 'leave' | 'validate' | 'hint'>

type PollTriggerFile = StepTexts & {
  mode: 'poll'
  ingredients: IngredientDefinition[]
  sample: Sample
} & ({ http: PollHttp } | PollCode | { source: FollowedSource })
type ClockTriggerFile = StepTexts & {
  mode: 'clock'
  ingredients: IngredientDefinition[]
  next: NonNullable<TriggerDefinition['next']>
}
/** `by_request: false` where the product itself tells of it: a mail, a press, a counter. */
type HookTriggerFile = StepTexts & { mode: 'hook'; by_request?: false; ingredients: IngredientDefinition[] }
/**
 * Of a service that sends what happens at an account to an address of ours. `follow` gives it that address, now and
 * again like a poll; `leave` takes it back. The sample's answer is the body of a request.
 */
type PushTriggerFile = StepTexts & {
  mode: 'push'
  ingredients: IngredientDefinition[]
  follow: Poll
  leave: NonNullable<TriggerDefinition['leave']>
  push: PushedTrigger
  sample: Sample
}
export type TriggerFile = PollTriggerFile | ClockTriggerFile | HookTriggerFile | PushTriggerFile

export type QueryFile = StepTexts & { ingredients: IngredientDefinition[]; sample: Sample } & (
    | { http: QueryHttp }
    | { run: QueryDefinition['run'] }
  )

export type ActionFile = StepTexts & { repeat: Repeat; failure_is_final?: boolean; sample: Sample } & (
    | { http: ActionHttp }
    | { run: ActionDefinition['run']; find?: NonNullable<ActionDefinition['find']> }
  )

/** A service as its file writes it down: identity, how it is connected, and its steps. */
export type ServiceDefinition = {
  module_name: string
  /** As filter code names it, such as `Octoforge`. */
  identifier: string
  name: string
  short_name: string
  description: string
  /** Other words for it, by which a sentence finds its steps (worker/ai). */
  keywords?: string[]
  category: ServiceCategory
  brand_color: string
  popularity: number
  minimum_tier?: SoldPlan
  /** Where its API is, without a slash at the end; null for our own services. The operator may set another address. */
  base_url: string | null
  /**
   * Its other origins, for addresses that are complete. Where the operator has set another address, these are there
   * too.
   */
  other_hosts?: string[]
  /** How its steps are asked: as its file writes them down, or by IFTTT's protocol (worker/services/ifttt). */
  transport?: 'ifttt'
  /** Sent with every request that is written down as `http`. */
  headers?: Record<string, string>
  /** The service's terms, and what it asks to be named by. */
  terms_url?: string
  credit?: string
  /** How long its API asks to wait between two changes of one account, in ms. */
  write_gap?: number
  /** The setting that may hold the operator's own key at the service, for what its sources read. */
  operator_key?: OperatorKey
  /** Calls that the service allows our app for all its users together. */
  app_limit?: AppLimit
  /** Calls that it allows each account. */
  account_limit?: AppLimit
  connect: ConnectDefinition
  /** The sources that triggers follow instead of asking for each user: read once for everyone. */
  sources?: Record<string, SourceDefinition>
  triggers: TriggerFile[]
  queries: QueryFile[]
  actions: ActionFile[]
}
