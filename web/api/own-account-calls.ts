import type { DeletionInput } from '../../worker/contract/accounts/account-deletion.ts'
import type { PasswordChange } from '../../worker/contract/accounts/account-settings.ts'
import { request } from './api-calls.ts'

/** The calls of the pages that change or delete the user's own account. All reject with RequestError. */
export const ownAccountApi = {
  changeLogin: (login: string) => request.patch<{ login: string }>('/api/account/login', { login }),
  changePassword: (input: PasswordChange) => request.patch<Record<string, never>>('/api/account/password', input),
  setTimeZone: (timezone: string | null) =>
    request.patch<{ timezone: string | null }>('/api/account/timezone', { timezone }),
  requestEmailChange: (email: string) => request.post<{ pending_email: string }>('/api/email_changes', { email }),
  cancelEmailChange: () => request.delete<Record<string, never>>('/api/email_changes'),
  confirmEmailChange: (token: string) => request.post<{ email: string }>('/api/email_changes/confirm', { token }),
  undoEmailChange: (token: string) => request.post<{ email: string }>('/api/email_changes/undo', { token }),
  deleteAccount: (input: DeletionInput) => request.post<{ due_at: number }>('/api/account_deletion', input),
  undoDeletion: (token: string | null) =>
    request.post<Record<string, never>>('/api/account_deletion/undo', token === null ? {} : { token }),
}
