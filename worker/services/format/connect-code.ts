import type { PastedField } from '../../contract/connections/service.ts'
import type { Account, RunnableService, StepIo } from '../../engine/steps/service-steps.ts'
import type { OAuthCredentials } from '../../system/secrets/sealed-client.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'

/**
 * Says whose account the pasted values open. A problem of the kind `unauthorized` or `input` names in `attribute` the
 * field that is wrong; its message is shown there.
 */
export type AskAccount = (io: StepIo) => Promise<StepOutcome<Account>>

/** Undoes at the service what our use of the account set up there. Called when it is disconnected; may fail. */
export type Disconnect = NonNullable<RunnableService['disconnect']>

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
  /** The opened value that names the account's own server, where all its requests go from then on. */
  base?: string
  /** The opened values by name, and where each stands in the answer to a request that opens or renews a session. */
  opened: { token: string } & Record<string, string>
  open(io: StepIo): Promise<StepOutcome<OpenedSession>>
  refresh(refresh_token: string, io: StepIo): Promise<StepOutcome<OpenedSession>>
}
