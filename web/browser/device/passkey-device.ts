import type {
  CreationOptions,
  NewPasskey,
  PasskeyInput,
  RequestOptions,
} from '../../../worker/contract/accounts/passkey.ts'

import { SaidError } from '../request/request-error.ts'

/** Whether this browser has passkeys, and WebAuthn's own JSON for them: all of 2025 and later do. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Whether passkeys can be offered among what the browser fills in. */
export async function fillsInPasskeys(): Promise<boolean> {
  return hasPasskeys() && PublicKeyCredential.isConditionalMediationAvailable()
}

/** Makes a passkey. Rejects with `PasskeyGivenUp` if the user stops, or already has one there. */
export async function createPasskey(options: CreationOptions): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return inJson(await navigator.credentials.create({ publicKey }).catch(giveUp))
}

type Asking = {
  /** Waits among what the browser fills in, instead of opening its window. */
  waits?: boolean
  signal?: AbortSignal
}

/** Has a passkey sign. Rejects with `PasskeyGivenUp` if the user stops. */
export async function askPasskey(
  options: RequestOptions,
  { waits = false, signal }: Asking = {},
): Promise<PasskeyInput> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const mediation = waits ? 'conditional' : 'optional'
  return inJson(await navigator.credentials.get({ publicKey, mediation, ...(signal && { signal }) }).catch(giveUp))
}

/** The user closed the browser's window, or it waited too long; the browser does not tell these apart. */
export class PasskeyGivenUp extends SaidError {}

function giveUp(cause: unknown): never {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'InvalidStateError')
    throw new PasskeyGivenUp('This device already has a passkey for your account.', { cause })
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new PasskeyGivenUp('No passkey was used. Please try again.', { cause })
  throw new PasskeyGivenUp('Your browser could not use a passkey here.', { cause })
}

/** The Worker validates what the browser says. */
function inJson<Json>(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyGivenUp('No passkey was used. Please try again.')
  return credential.toJSON() as Json
}
