import type { Me } from '../../../worker/contract/accounts/me.ts'
import type {
  CreationOptions,
  JoinOptionsInput,
  JoinWithPasskeyInput,
  NewPasskey,
  PasskeyInput,
  PasskeyRow,
  RequestOptions,
} from '../../../worker/contract/accounts/passkey.ts'
import type { SignInResponse } from '../../../worker/contract/accounts/second-factor.ts'
import type { ProofInput, ProofResponse } from '../../../worker/contract/accounts/proof.ts'
import type { Shape } from '../request/answer-shape.ts'
import { REQUEST_OPTIONS } from './answer-shapes.ts'
import { NOTHING, request, type Nothing } from './typed-request.ts'

const CREATION_OPTIONS = {
  rp: 'object',
  user: 'object',
  challenge: 'text',
  pubKeyCredParams: 'list',
  timeout: 'number',
  excludeCredentials: 'list',
  authenticatorSelection: 'object',
  attestation: 'text',
} as const satisfies Shape<CreationOptions>

const passkey = (id: string) => `/api/passkeys/${encodeURIComponent(id)}`

/** The calls of the account's own pages and dialogs. All reject with RequestError. */
export const accountApi = {
  proofWays: () => request.get<ProofResponse>('/api/session/proof', { fresh: 'flag', ways: 'list' }),
  prove: (input: ProofInput) => request.post<Nothing>('/api/session/proof', NOTHING, input),
  proofOptions: () => request.post<RequestOptions>('/api/session/proof/passkey_options', REQUEST_OPTIONS),

  mailProof: () => request.post<Nothing>('/api/session/proof/mail', NOTHING),
  proveByMail: (token: string) => request.post<Nothing>('/api/session/proof/mail/confirm', NOTHING, { token }),

  signInOptions: () => request.post<RequestOptions>('/api/session/passkey_options', REQUEST_OPTIONS),
  signInWithPasskey: (input: { passkey: PasskeyInput }) =>
    request.post<SignInResponse>('/api/session/passkey', { me: 'object?' }, input),
  joinOptions: (input: JoinOptionsInput) =>
    request.post<CreationOptions>('/api/users/passkey_options', CREATION_OPTIONS, input),
  joinWithPasskey: (input: JoinWithPasskeyInput) =>
    request.post<{ me: Me }>('/api/users/passkey', { me: 'object' }, input),

  addOptions: () => request.post<CreationOptions>('/api/passkeys/options', CREATION_OPTIONS),
  addPasskey: (input: { passkey: NewPasskey }) =>
    request.post<PasskeyRow>(
      '/api/passkeys',
      { id: 'text', name: 'text', created_at: 'number', last_used_at: 'number?' },
      input,
    ),
  renamePasskey: (id: string, name: string) => request.patch<Nothing>(passkey(id), NOTHING, { name }),
  removePasskey: (id: string) => request.delete<Nothing>(passkey(id), NOTHING),
  removeIdentity: (issuer: string) => request.delete<Nothing>('/api/identities', NOTHING, { issuer }),
}
