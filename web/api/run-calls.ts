import type { ActivityPage } from '../../worker/contract/activity/activity-entry.ts'
import type { MakerKeyResponse } from '../../worker/contract/hooks/hook-response.ts'
import type { NotificationsResponse } from '../../worker/contract/notifications/notification.ts'
import type {
  AppletRuns,
  PauseResponse,
  RunBegun,
  RunResponse,
  RunSettings,
  RunsTaken,
} from '../../worker/contract/runs/run-answers.ts'
import type { ResolveInput, RunSettingsInput } from '../../worker/contract/runs/run-input.ts'
import type { RunFilter } from '../../worker/contract/runs/applet-run.ts'
import type { Query } from '../browser/request/request.ts'
import { request } from './api-calls.ts'

const applet = (id: number) => `/api/applets/${id}`
const run = (id: string) => `/api/runs/${encodeURIComponent(id)}`

type ShownRuns = { applet_id?: number; filter?: RunFilter; q?: string }

/** The calls about runs, apart from the others: no page needs them before it has woken up. All reject with RequestError. */
export const runApi = {
  activity: (query: Query) => request.get<ActivityPage>('/api/activity', query),
  appletActivity: (id: number, query: Query) => request.get<ActivityPage>(`${applet(id)}/activity`, query),
  run: (id: string) => request.get<RunResponse>(run(id)),
  replay: (id: string, as_it_was: boolean) => request.post<RunsTaken>(`${run(id)}/replay`, { as_it_was }),
  replayAll: (shown: ShownRuns) => request.post<RunsTaken>('/api/runs/replay', shown),
  runAgain: (id: string) => request.post<RunBegun>(`${run(id)}/again`, {}),
  cancel: (id: string) => request.post<RunsTaken>(`${run(id)}/cancel`, {}),
  resolve: (id: string, input: ResolveInput) => request.post<RunsTaken>(`${run(id)}/resolve`, input),
  pause: (until: number | null) => request.patch<PauseResponse>('/api/runs/pause', { until }),

  appletRuns: (id: number) => request.get<AppletRuns>(`${applet(id)}/health`),
  checkNow: (id: number) => request.post<Record<string, never>>(`${applet(id)}/check_now`, {}),
  testRun: (id: number) => request.post<RunBegun>(`${applet(id)}/test_run`, {}),
  resume: (id: number) => request.post<Record<string, never>>(`${applet(id)}/resume`, {}),
  resolveHeld: (id: number, answer: 'do' | 'drop') => request.post<RunsTaken>(`${applet(id)}/held`, { answer }),
  runMissed: (id: number) => request.post<RunsTaken>(`${applet(id)}/missed`, {}),
  revealMakerKey: () => request.get<MakerKeyResponse>('/api/maker_key/url'),
  makeMakerKey: () => request.post<MakerKeyResponse>('/api/maker_key', {}),
  setRunSettings: (id: number, input: RunSettingsInput) =>
    request.patch<RunSettings>(`${applet(id)}/run_settings`, input),

  notifications: () => request.get<NotificationsResponse>('/api/notifications'),
  readNotifications: (until: number) => request.post<{ unread: number }>('/api/notifications/read', { until }),
}
