import type { RequestOptions } from '../../worker/contract/accounts/passkey.ts'
import type {
  RecoveryCodes,
  RecoveryState,
  SecondStepInput,
  SignInResponse,
} from '../../worker/contract/accounts/second-factor.ts'
import { request } from './api-calls.ts'

type Nothing = Record<string, never>

/** The calls of two-step sign-in. All reject with RequestError. */
export const secondFactorApi = {
  passkeyOptions: () => request.post<RequestOptions>('/api/session/second_step/passkey_options'),
  finish: (input: SecondStepInput) => request.post<SignInResponse>('/api/session/second_step', input),
  beginRecovery: () => request.post<RecoveryState>('/api/session/second_step/recovery'),
  stopRecovery: (token: string) => request.post<Nothing>('/api/second_factor/recovery/stop', { token }),

  newCodes: () => request.post<RecoveryCodes>('/api/second_factor/codes'),
  turnOn: (codes: string) => request.post<Nothing>('/api/second_factor', { codes }),
  turnOff: () => request.delete<Nothing>('/api/second_factor'),
}
