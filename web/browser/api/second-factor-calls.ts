import type { RequestOptions } from '../../../worker/contract/accounts/passkey.ts'
import type {
  RecoveryCodes,
  RecoveryState,
  SecondStepInput,
  SignInResponse,
} from '../../../worker/contract/accounts/second-factor.ts'
import { REQUEST_OPTIONS } from './answer-shapes.ts'
import { NOTHING, request, type Nothing } from './typed-request.ts'

/** The calls of two-step sign-in. All reject with RequestError. */
export const secondFactorApi = {
  passkeyOptions: () => request.post<RequestOptions>('/api/session/second_step/passkey_options', REQUEST_OPTIONS),
  finish: (input: SecondStepInput) =>
    request.post<SignInResponse>('/api/session/second_step', { me: 'object?' }, input),
  beginRecovery: () =>
    request.post<RecoveryState>('/api/session/second_step/recovery', { due_at: 'number', expires_at: 'number' }),
  stopRecovery: (token: string) => request.post<Nothing>('/api/second_factor/recovery/stop', NOTHING, { token }),

  newCodes: () => request.post<RecoveryCodes>('/api/second_factor/codes', { id: 'text', codes: 'list' }),
  turnOn: (codes: string) => request.post<Nothing>('/api/second_factor', NOTHING, { codes }),
  turnOff: () => request.delete<Nothing>('/api/second_factor', NOTHING),
}
