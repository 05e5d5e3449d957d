import type { PastedField } from '../../contract/connections/service.ts'
import type { Account, RunnableService, StepIo } from '../../engine/steps/service-steps.ts'
import type { OAuthCredentials } from '../../system/secrets/sealed-client.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { AnswerPath } from './answer-path.ts'

/** The request that says whose account it is: its own id there, and the name that the user sees. */
export type AccountRequest = { get: string; headers?: Record<string, string>; id: AnswerPath; name: AnswerPath }

/**
 * Says whose account the pasted values open. A problem of the kind `unauthorized` or `input` names in `attribute` the
 * field that is wrong; its message is shown there.
 */
export type AskAccount = (io: StepIo) => Promise<StepOutcome<Account>>

/** Undoes at the service what our use of the account set up there. Called when it is disconnected; may fail. */
type Disconnect = NonNullable<RunnableService['disconnect']>

/**
 * A service at many servers, each with clients of its own: its user names theirs, and what is asked is asked there.
 * `register` asks it for a client, once for all its users here. `read`: the server that a text names; null for none.
 */
export type OAuthServers = {
  field: Pick<PastedField, 'label' | 'hint' | 'default_value'>
  read(text: string): string | null
  register(app: NewClient, io: StepIo): Promise<StepOutcome<OAuthCredentials>>
}

/** The client that a server is asked for. `website`: ours. */
export type NewClient = { name: string; website: string; redirect_uri: string; scopes: string }

/**
 * A session that was opened with pasted values: `values` are kept sealed with them, `token` among them; `expires_at` in
 * ms, null where it is not said.
 */
export type OpenedSession = {
  values: { token: string } & Record<string, string>
  refresh_token: string
  expires_at: number | null
}

/**
 * How pasted values become a session that ends by itself. A problem of the kind `unauthorized` says that the service no
 * longer accepts them; one of `open` may name in `attribute` the field that is wrong.
 */
export type ConnectSession = {
  open(io: StepIo): Promise<StepOutcome<OpenedSession>>
  refresh(refresh_token: string, io: StepIo): Promise<StepOutcome<OpenedSession>>
}

/**
 * A value that the user pastes to connect. `address`: a whole address of the service, such as that of a webhook: it
 * begins with the service's address, or its host matches, and its path matches. `base`: the user's own server, where
 * all requests go.
 */
export type ConnectField = PastedField & { address?: PastedAddress; base?: true }

/** `host`: for a service with many hosts. */
export type PastedAddress = { path: RegExp; host?: RegExp }

/**
 * Addresses are complete, or paths from the service's base address. One way to connect is the first that people see.
 */
export type ConnectDefinition =
  | { kind: 'none' }
  | {
      kind: 'key'
      fields?: ConnectField[]
      session?: ConnectSession
      account: AccountRequest | AskAccount
      disconnect?: Disconnect
    }
  | OAuthConnect

/** OAuth 2 with the operator's client, or with one that each server gives us. */
export type OAuthConnect = {
  kind: 'oauth2'
  issuer: string
  authorize_url: string
  token_url: string
  revoke_url: string | null
  scopes: string[]
  /** Further parameters of the address where people agree. */
  authorize_params?: Record<string, string>
  /**
   * `json`: its token endpoint takes JSON, our client's id and secret in Basic without the form's escapes, and no PKCE.
   */
  token_request?: 'json'
  /** How the client names itself: in a header (`basic`, without it) or in the form. */
  client_auth?: 'basic' | 'post'
  /** Where an operator registers a client. */
  register_url?: string
  /** The fields that people may paste instead of signing in, also where there is no client. */
  fields?: ConnectField[]
  servers?: OAuthServers
  account: AccountRequest | AskAccount
  disconnect?: Disconnect
}
