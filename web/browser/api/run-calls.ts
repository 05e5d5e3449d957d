import type { ActivityPage } from '../../../worker/contract/activity/activity-entry.ts'
import type { NotificationsResponse } from '../../../worker/contract/notifications/notification.ts'
import type {
  AppletRuns,
  PauseResponse,
  RunBegun,
  RunResponse,
  RunSettings,
  RunsTaken,
} from '../../../worker/contract/runs/run-answers.ts'
import type { ResolveInput, RunSettingsInput } from '../../../worker/contract/runs/run-input.ts'
import type { RunFilter } from '../../../worker/contract/runs/applet-run.ts'
import type { Shape } from '../request/answer-shape.ts'
import type { Query } from '../request/request.ts'
import { NOTHING, request, type Nothing } from './typed-request.ts'

const applet = (id: number) => `/api/applets/${id}`
const run = (id: string) => `/api/runs/${encodeURIComponent(id)}`

const RUNS_TAKEN = { runs: 'number' } as const satisfies Shape<RunsTaken>
const RUN_BEGUN = { run: 'text' } as const satisfies Shape<RunBegun>
const ACTIVITY = { entries: 'list', next: 'text?', runs_unavailable: 'flag' } as const satisfies Shape<ActivityPage>
const RUN_SETTINGS = {
  keep_contents: 'flag',
  min_gap: 'number?',
  quiet: 'object?',
  expect_every: 'number?',
} as const satisfies Shape<RunSettings>

type ShownRuns = { applet_id?: number; filter?: RunFilter; q?: string }

/** The calls about runs, apart from the others: no page needs them before it has woken up. All reject with RequestError. */
export const runApi = {
  /** `of`: an Applet's id, or null for all of the user's activity. */
  activity: (of: number | null, query: Query) =>
    request.get<ActivityPage>(`${of === null ? '/api' : applet(of)}/activity`, ACTIVITY, query),
  run: (id: string) => request.get<RunResponse>(run(id), { run: { id: 'text', steps: 'list' } }),
  replay: (id: string, as_it_was: boolean) => request.post<RunsTaken>(`${run(id)}/replay`, RUNS_TAKEN, { as_it_was }),
  replayAll: (shown: ShownRuns) => request.post<RunsTaken>('/api/runs/replay', RUNS_TAKEN, shown),
  runAgain: (id: string) => request.post<RunBegun>(`${run(id)}/again`, RUN_BEGUN, {}),
  cancel: (id: string) => request.post<RunsTaken>(`${run(id)}/cancel`, RUNS_TAKEN, {}),
  tryNow: (id: string) => request.post<RunsTaken>(`${run(id)}/try_now`, RUNS_TAKEN, {}),
  resolve: (id: string, input: ResolveInput) => request.post<RunsTaken>(`${run(id)}/resolve`, RUNS_TAKEN, input),
  pause: (until: number | null) =>
    request.patch<PauseResponse>('/api/runs/pause', { paused_until: 'number?' }, { until }),

  appletRuns: (id: number) =>
    request.get<AppletRuns>(`${applet(id)}/health`, {
      health: 'object?',
      days: 'list?',
      settings: RUN_SETTINGS,
      paused_until: 'number?',
      stopped_services: 'list',
    }),
  checkNow: (id: number) => request.post<Nothing>(`${applet(id)}/check_now`, NOTHING, {}),
  testRun: (id: number) => request.post<RunBegun>(`${applet(id)}/test_run`, RUN_BEGUN, {}),
  resume: (id: number) => request.post<Nothing>(`${applet(id)}/resume`, NOTHING, {}),
  resolveHeld: (id: number, answer: 'do' | 'drop') =>
    request.post<RunsTaken>(`${applet(id)}/held`, RUNS_TAKEN, { answer }),
  runMissed: (id: number) => request.post<RunsTaken>(`${applet(id)}/missed`, RUNS_TAKEN, {}),
  setRunSettings: (id: number, input: RunSettingsInput) =>
    request.patch<RunSettings>(`${applet(id)}/run_settings`, RUN_SETTINGS, input),

  notifications: () =>
    request.get<NotificationsResponse>('/api/notifications', {
      notifications: 'list',
      next: 'text?',
      unread: 'number',
    }),
  readNotifications: (until: number) =>
    request.post<{ unread: number }>('/api/notifications/read', { unread: 'number' }, { until }),
}
