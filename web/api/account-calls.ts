import type { Me } from '../../worker/contract/accounts/me.ts'
import type {
  CreationOptions,
  JoinOptionsInput,
  JoinWithPasskeyInput,
  NewPasskey,
  PasskeyInput,
  PasskeyRow,
  RequestOptions,
} from '../../worker/contract/accounts/passkey.ts'
import type { ProofInput, ProofResponse } from '../../worker/contract/accounts/proof.ts'
import { request } from './api-calls.ts'

type Nothing = Record<string, never>
const passkey = (id: string) => `/api/passkeys/${encodeURIComponent(id)}`

/** The calls of the account's own pages and dialogs. All reject with RequestError. */
export const accountApi = {
  proofWays: () => request.get<ProofResponse>('/api/session/proof'),
  prove: (input: ProofInput) => request.post<Nothing>('/api/session/proof', input),
  proofOptions: () => request.post<RequestOptions>('/api/session/proof/passkey_options'),

  mailProof: () => request.post<Nothing>('/api/session/proof/mail'),
  proveByMail: (token: string) => request.post<Nothing>('/api/session/proof/mail/confirm', { token }),

  signInOptions: () => request.post<RequestOptions>('/api/session/passkey_options'),
  signInWithPasskey: (input: { passkey: PasskeyInput }) => request.post<{ me: Me }>('/api/session/passkey', input),
  joinOptions: (input: JoinOptionsInput) => request.post<CreationOptions>('/api/users/passkey_options', input),
  joinWithPasskey: (input: JoinWithPasskeyInput) => request.post<{ me: Me }>('/api/users/passkey', input),

  addOptions: () => request.post<CreationOptions>('/api/passkeys/options'),
  addPasskey: (input: { passkey: NewPasskey }) => request.post<PasskeyRow>('/api/passkeys', input),
  renamePasskey: (id: string, name: string) => request.patch<Nothing>(passkey(id), { name }),
  removePasskey: (id: string) => request.delete<Nothing>(passkey(id)),
  removeIdentity: (issuer: string) => request.delete<Nothing>('/api/identities', { issuer }),
}
