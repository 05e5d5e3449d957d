import type {
  ConfigurationsInput,
  CreateAppletInput,
  NotificationsInput,
  SaveAppletInput,
} from '../../../worker/contract/applets/applet-input.ts'
import type { AppLink, AppLinkResponse } from '../../../worker/contract/messages/app-link.ts'
import type { FeedbackInput } from '../../../worker/contract/feedback/feedback-input.ts'
import type { FeedbackResponse } from '../../../worker/contract/feedback/feedback-form.ts'
import type {
  AppletEditResponse,
  AppletResponse,
  AppletViewerResponse,
  ConfigurationsResponse,
  ConnectionCheck,
  StoppedResponse,
} from '../../../worker/contract/applets/applet.ts'
import type { Me, SessionRow } from '../../../worker/contract/accounts/me.ts'
import type { SignInResponse } from '../../../worker/contract/accounts/second-factor.ts'
import type { ConfirmEmailInput, JoinInput, SignInInput } from '../../../worker/contract/accounts/account-input.ts'
import type {
  ConnectedAccount,
  ConnectKeyInput,
  StoredFieldsOptions,
} from '../../../worker/contract/connections/service.ts'
import type { PushSubscriptionInput } from '../../../worker/contract/push/push-input.ts'
import type { PushSubscriptions } from '../../../worker/contract/push/push-message.ts'
import { REMINDERS_PATH, type Reminders } from '../../../worker/contract/messages/reminder-setting.ts'
import { APPLET, APPLET_TO_EDIT } from './answer-shapes.ts'
import { loadRequestLayer, NOTHING, request, type Nothing } from './typed-request.ts'

const applet = (id: number | string) => `/api/applets/${encodeURIComponent(id)}`

/** The calls that pages make from the browser, typed by the contract. All reject with RequestError. */
export const api = {
  /** Gets a CSRF token ahead, for parts where the user may change something and leave at once. */
  prepare: () =>
    void loadRequestLayer()
      .then((layer) => layer.prepare())
      .catch(() => null),

  join: (input: JoinInput) => request.post<{ me: Me }>('/api/users', { me: 'object' }, input),
  signIn: (input: SignInInput) => request.post<SignInResponse>('/api/session', { me: 'object?' }, input),
  signOut: () => request.delete<Nothing>('/api/session', NOTHING),
  sessions: () => request.get<{ sessions: SessionRow[] }>('/api/sessions', { sessions: 'list' }),
  endSession: (id: string) => request.delete<Nothing>(`/api/sessions/${encodeURIComponent(id)}`, NOTHING),
  endOtherSessions: () => request.delete<Nothing>('/api/sessions', NOTHING),
  resendVerification: () => request.post<Nothing>('/api/email_verifications', NOTHING),
  confirmEmail: (input: ConfirmEmailInput) =>
    request.post<{ email: string }>('/api/email_verifications/confirm', { email: 'text' }, input),
  askPasswordReset: (email: string) => request.post<Nothing>('/api/password_resets', NOTHING, { email }),
  resetPassword: (input: { token: string; password: string }) =>
    request.post<SignInResponse>('/api/password_resets/confirm', { me: 'object?' }, input),

  appletViewer: (id: number) => request.get<AppletViewerResponse>(`${applet(id)}/viewer`, { viewer: 'object?' }),
  createApplet: (input: CreateAppletInput) => request.post<AppletResponse>('/api/applets', APPLET, input),
  appletToEdit: (id: number) => request.get<AppletEditResponse>(`${applet(id)}/edit`, APPLET_TO_EDIT),
  saveApplet: (id: number, input: SaveAppletInput) => request.patch<AppletResponse>(applet(id), APPLET, input),
  disableApplet: (id: number) => request.post<StoppedResponse>(`${applet(id)}/disable`, APPLET),
  deleteApplet: (id: number) => request.delete<AppletResponse>(applet(id), APPLET),
  restoreApplet: (id: number) => request.post<AppletResponse>(`${applet(id)}/restore`, APPLET),
  setNotifications: (appletId: number, input: NotificationsInput) =>
    request.patch<AppletResponse>(`${applet(appletId)}/notifications`, APPLET, { appletId, ...input }),
  giveFeedback: (id: number, input: FeedbackInput) =>
    request.post<FeedbackResponse>(`${applet(id)}/feedback`, { applet_feedback_by_user: 'object?' }, input),
  updateConfigurations: (id: number, changes: ConfigurationsInput) =>
    request.patch<ConfigurationsResponse>(
      `${applet(id)}/configurations`,
      { ...APPLET, normalized_applet_configurations: 'list' },
      changes,
    ),
  checkConnection: (id: number) =>
    request.get<ConnectionCheck>(`${applet(id)}/connection_check`, { connection_already_exists: 'object?' }),

  sendAppLink: (input: AppLink) => request.post<AppLinkResponse>('/api/app_links', { status: 'text' }, input),

  setReminders: (reminders: boolean) => request.patch<Reminders>(REMINDERS_PATH, { reminders: 'flag' }, { reminders }),

  storedFieldsOptions: (resolve_url: string, live_channel_id?: string) =>
    request.get<StoredFieldsOptions>('/stored_fields/options', { options: 'list' }, { resolve_url, live_channel_id }),
  connectKey: (input: ConnectKeyInput) =>
    request.post<{ connection: ConnectedAccount }>('/api/connections', { connection: 'object' }, input),
  pushSubscriptions: () =>
    request.get<PushSubscriptions>('/api/push_subscriptions', { public_key: 'text?', endpoints: 'list' }),
  savePushSubscription: (input: PushSubscriptionInput) =>
    request.post<Nothing>('/api/push_subscriptions', NOTHING, input),
  removePushSubscription: (endpoint: string) =>
    request.delete<Nothing>('/api/push_subscriptions', NOTHING, { endpoint }),
  sendTestNotification: () =>
    request.post<{ browsers: number }>('/api/push_subscriptions/test', { browsers: 'number' }),

  disconnect: (id: string) => request.delete<Nothing>(`/api/connections/${encodeURIComponent(id)}`, NOTHING),
}
