import type { FieldOption } from '../../contract/connections/service.ts'
import type {
  ActionDefinition,
  FollowedSource,
  Poll,
  PushedTrigger,
  QueryDefinition,
  SourceDefinition,
  StepCall,
  StepIo,
  TriggerDefinition,
} from '../../engine/steps/service-steps.ts'
import type { StepOutcome, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import type { AskAccount, ConnectSession, Disconnect, OAuthServers } from './connect-code.ts'

/**
 * Lists a field's live options where one request does not; a problem of the kind `unauthorized` refreshes the token.
 */
export type AskOptions = (io: StepIo) => Promise<StepOutcome<FieldOption[]>>

/** One page of a trigger's list: its items newest first, and what the answer says of it. */
export type AskedPage = { items: TriggerItem[]; status: number; headers: Headers }

/** A step's call. `values`: what code has made of it, which the request of its file names as `{{values.…}}`. */
export type Asking<Call extends StepCall = StepCall> = Call & { values?: Readonly<Record<string, string>> | undefined }

/** The request that a trigger's file has, for code that polls it in a way of its own. */
export type PolledRequest = {
  /** Polls it as any other. */
  poll(call: Asking<Parameters<Poll>[0]>, io: StepIo): ReturnType<Poll>
  /** Asks for one page, with these parameters and headers besides its own. */
  ask(
    call: Asking,
    more: { query?: Record<string, string>; headers?: Record<string, string> },
    io: StepIo,
  ): Promise<StepOutcome<AskedPage>>
}

/**
 * How a trigger starts that is more than a request: asked by code, its request `polled` in a way of its own, by following
 * a source that is read once for everyone, by time, or by a service that sends what happens to an address of ours
 * (`follow` gives it that address, now and again like a poll; `leave` takes it back).
 */
export type TriggerCode =
  | ({ poll: Poll } & Pick<TriggerDefinition, 'leave' | 'validate' | 'hint'>)
  | { polled: (request: PolledRequest) => { poll: Poll } & Pick<TriggerDefinition, 'leave' | 'hint'> }
  | ({ source: FollowedSource } & Pick<TriggerDefinition, 'validate'>)
  | { next: NonNullable<TriggerDefinition['next']> }
  | { follow: Poll; leave: NonNullable<TriggerDefinition['leave']>; push: PushedTrigger }

type Run = QueryDefinition['run'] | ActionDefinition['run']
/** Makes the request that a query's or an action's file has. */
export type Ask<Own extends Run> = (call: Asking, io: StepIo) => ReturnType<Own>
/** Code around the request of a step's file: before it, with values for it, or with what it was answered. */
type AskedCode<Own extends Run> = { asked: (ask: Ask<Own>) => Own }

type ActionCode = ({ run: ActionDefinition['run'] } | AskedCode<ActionDefinition['run']>) & {
  find?: NonNullable<ActionDefinition['find']>
}

/** What of a service is code of ours, by the names of its file. */
export type ServiceCode = {
  /** Where its API is, where its first host does not say it. */
  address?: string
  /** The longest answer that is read, in bytes, where the usual 256 KB are too little. */
  max_bytes?: number
  /** Explains an answer better than its status does; null leaves it as it is. */
  explain?: (response: Response, request: { method: string; address: string }) => Promise<StepOutcome<Response> | null>
  /** By the slugs of steps. */
  triggers?: Record<string, TriggerCode>
  queries?: Record<string, QueryDefinition['run'] | AskedCode<QueryDefinition['run']>>
  actions?: Record<string, ActionCode>
  /** By the address of the field's options, which is then only a name. */
  options?: Record<string, AskOptions>
  /** By the slugs of fields: what is wrong with a value besides its type, as a sentence for its user. */
  checks?: Record<string, (value: string) => string | null>
  /** The sources that triggers follow. */
  sources?: Record<string, SourceDefinition>
  account?: AskAccount
  session?: ConnectSession
  servers?: OAuthServers
  /** Undoes at the service what our use of the account set up there. Called when it is disconnected; may fail. */
  disconnect?: Disconnect
}
