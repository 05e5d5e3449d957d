import type { DeletionInput, UndoneDeletion } from '../../../worker/contract/accounts/account-deletion.ts'
import type { PasswordChange } from '../../../worker/contract/accounts/account-settings.ts'
import { EARLIER_WORK_PATH } from '../../../worker/contract/accounts/security-events.ts'
import { NOTHING, request, type Nothing } from './typed-request.ts'

/** The calls of the pages that change or delete the user's own account. All reject with RequestError. */
export const ownAccountApi = {
  changeLogin: (login: string) => request.patch<{ login: string }>('/api/account/login', { login: 'text' }, { login }),
  changePassword: (input: PasswordChange) => request.patch<Nothing>('/api/account/password', NOTHING, input),
  setTimeZone: (timezone: string | null) =>
    request.patch<{ timezone: string | null }>('/api/account/timezone', { timezone: 'text?' }, { timezone }),
  requestEmailChange: (email: string) =>
    request.post<{ pending_email: string }>('/api/email_changes', { pending_email: 'text' }, { email }),
  cancelEmailChange: () => request.delete<Nothing>('/api/email_changes', NOTHING),
  confirmEmailChange: (token: string) =>
    request.post<{ email: string }>('/api/email_changes/confirm', { email: 'text' }, { token }),
  undoEmailChange: (token: string) =>
    request.post<{ email: string }>('/api/email_changes/undo', { email: 'text' }, { token }),
  keepEarlierWork: () => request.delete<Nothing>(EARLIER_WORK_PATH, NOTHING),
  deleteAccount: (input: DeletionInput) =>
    request.post<{ due_at: number }>('/api/account_deletion', { due_at: 'number' }, input),
  undoDeletion: (token: string | null) =>
    request.post<UndoneDeletion>('/api/account_deletion/undo', { plan: 'list' }, token === null ? {} : { token }),
}
