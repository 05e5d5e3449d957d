import type {
  ConfigurationsInput,
  NotificationsInput,
  SaveAppletInput,
} from '../../worker/contract/applets/applet-input.ts'
import type { AppLink, AppLinkResponse } from '../../worker/contract/messages/app-link.ts'
import type { FeedbackInput } from '../../worker/contract/feedback/feedback-input.ts'
import type { FeedbackResponse } from '../../worker/contract/feedback/feedback-form.ts'
import type {
  AppletResponse,
  AppletViewerResponse,
  ConfigurationsResponse,
  ConnectionCheck,
  StoppedResponse,
} from '../../worker/contract/applets/applet.ts'
import type { Me, SessionRow } from '../../worker/contract/accounts/me.ts'
import type { SignInResponse } from '../../worker/contract/accounts/second-factor.ts'
import type { ConfirmEmailInput, JoinInput, SignInInput } from '../../worker/contract/accounts/account-input.ts'
import type {
  ConnectedAccount,
  ConnectKeyInput,
  StoredFieldsOptions,
} from '../../worker/contract/connections/service.ts'
import type { PushSubscriptionInput } from '../../worker/contract/push/push-input.ts'
import type { PushSubscriptions } from '../../worker/contract/push/push-message.ts'
import { REMINDERS_PATH, type Reminders } from '../../worker/contract/messages/reminder-setting.ts'
import type { Query, RequestLayer } from '../browser/request/request.ts'

/** Loads the request layer (§7) with the first call, or earlier when the browser is idle, to keep the first load small. */
export const loadRequestLayer: () => Promise<RequestLayer> = kept(() =>
  import('../browser/request/request.ts').then(({ request }) => request),
)

/** Loads once, so that later calls start in the same task, the last one on a page that is being left. */
function kept<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

export const request = {
  prepare: async () => (await loadRequestLayer()).prepare(),
  get: async <Body>(path: string, data?: Query) => (await loadRequestLayer()).get<Body>(path, data),
  post: async <Body>(path: string, payload?: unknown) => (await loadRequestLayer()).post<Body>(path, payload),
  patch: async <Body>(path: string, payload?: unknown) => (await loadRequestLayer()).patch<Body>(path, payload),
  delete: async <Body>(path: string, payload?: unknown) => (await loadRequestLayer()).delete<Body>(path, payload),
}

const applet = (id: number | string) => `/api/applets/${encodeURIComponent(id)}`

/** The calls that pages make from the browser, typed by the contract. All reject with RequestError. */
export const api = {
  /** Gets a CSRF token ahead, for parts where the user may change something and leave at once. */
  prepare: () => void request.prepare().catch(() => null),

  join: (input: JoinInput) => request.post<{ me: Me }>('/api/users', input),
  signIn: (input: SignInInput) => request.post<SignInResponse>('/api/session', input),
  signOut: () => request.delete<Record<string, never>>('/api/session'),
  sessions: () => request.get<{ sessions: SessionRow[] }>('/api/sessions'),
  endSession: (id: string) => request.delete<Record<string, never>>(`/api/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => request.delete<Record<string, never>>('/api/sessions'),
  resendVerification: () => request.post<Record<string, never>>('/api/email_verifications'),
  confirmEmail: (input: ConfirmEmailInput) =>
    request.post<{ email: string }>('/api/email_verifications/confirm', input),
  askPasswordReset: (email: string) => request.post<Record<string, never>>('/api/password_resets', { email }),
  resetPassword: (input: { token: string; password: string }) =>
    request.post<SignInResponse>('/api/password_resets/confirm', input),

  appletViewer: (id: number) => request.get<AppletViewerResponse>(`${applet(id)}/viewer`),
  createApplet: (id: number) => request.post<AppletResponse>('/api/applets', { id }),
  saveApplet: (id: number, input: SaveAppletInput) => request.patch<AppletResponse>(applet(id), input),
  disableApplet: (id: number) => request.post<StoppedResponse>(`${applet(id)}/disable`),
  deleteApplet: (id: number) => request.delete<AppletResponse>(applet(id)),
  restoreApplet: (id: number) => request.post<AppletResponse>(`${applet(id)}/restore`),
  regenerateHookUrl: (id: number) => request.post<AppletResponse>(`${applet(id)}/hook_url`),
  setNotifications: (id: number, input: NotificationsInput) =>
    request.patch<AppletResponse>(`${applet(id)}/notifications`, input),
  giveFeedback: (id: number, input: FeedbackInput) => request.post<FeedbackResponse>(`${applet(id)}/feedback`, input),
  updateConfigurations: (id: number, changes: ConfigurationsInput) =>
    request.patch<ConfigurationsResponse>(`${applet(id)}/configurations`, changes),
  checkConnection: (id: number) => request.get<ConnectionCheck>(`${applet(id)}/connection_check`),

  sendAppLink: (input: AppLink) => request.post<AppLinkResponse>('/api/app_links', input),

  setReminders: (reminders: boolean) => request.patch<Reminders>(REMINDERS_PATH, { reminders }),

  storedFieldsOptions: (resolve_url: string, live_channel_id?: string) =>
    request.get<StoredFieldsOptions>('/stored_fields/options', { resolve_url, live_channel_id }),
  connectKey: (input: ConnectKeyInput) => request.post<{ connection: ConnectedAccount }>('/api/connections', input),
  pushSubscriptions: () => request.get<PushSubscriptions>('/api/push_subscriptions'),
  savePushSubscription: (input: PushSubscriptionInput) =>
    request.post<Record<string, never>>('/api/push_subscriptions', input),
  removePushSubscription: (endpoint: string) =>
    request.delete<Record<string, never>>('/api/push_subscriptions', { endpoint }),
  sendTestNotification: () => request.post<{ browsers: number }>('/api/push_subscriptions/test'),

  disconnect: (id: string) => request.delete<Record<string, never>>(`/api/connections/${encodeURIComponent(id)}`),
}
