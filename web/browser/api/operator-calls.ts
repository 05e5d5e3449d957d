import type { Moderation } from '../../../worker/contract/moderation/applet-report.ts'
import type { TakeDownInput } from '../../../worker/contract/moderation/moderation-input.ts'
import type { OperatorOverview } from '../../../worker/contract/operator/operator-overview.ts'
import type { ProbedServiceFile, AddedService } from '../../../worker/contract/services/service-file.ts'
import type { Shape } from '../request/answer-shape.ts'
import { NOTHING, request, type Nothing } from './typed-request.ts'

const OVERVIEW = {
  problems: 'list',
  services: 'list',
  hosts: 'list',
  runners: 'object',
  events: 'list',
  changes: 'list',
  logins: 'list',
} as const satisfies Shape<OperatorOverview>

/** The calls of the operators' own pages. All reject with RequestError. */
export const operatorApi = {
  overview: () => request.get<OperatorOverview>('/api/operator', OVERVIEW),
  switchService: (module_name: string, running: boolean) =>
    request.patch<{ running: boolean }>(
      `/api/operator/services/${encodeURIComponent(module_name)}`,
      { running: 'flag' },
      { running },
    ),
  confirmService: (module_name: string) =>
    request.post<{ is_new: boolean }>(`/api/operator/services/${encodeURIComponent(module_name)}/confirm`, {
      is_new: 'flag',
    }),
  /** `to`: the user name of who gets it; null takes it back. */
  lendLogin: (login: string, to: string | null) =>
    request.patch<{ to: string | null }>(`/api/operator/logins/${encodeURIComponent(login)}`, { to: 'text?' }, { to }),
  replayEvent: (id: string) =>
    request.post<Nothing>(`/api/operator/stripe_events/${encodeURIComponent(id)}/replay`, NOTHING),
  saveServiceFile: (file: string, service_key?: string) =>
    request.post<AddedService>(
      '/api/operator/services',
      { module_name: 'text', name: 'text', version: 'number', updated_at: 'number' },
      { file, service_key },
    ),
  probeService: (service: {
    api_url: string
    service_key: string
    triggers?: string
    queries?: string
    actions?: string
  }) =>
    request.post<ProbedServiceFile>(
      '/api/operator/services/probe',
      { file: 'text', gaps: 'list', problems: 'list' },
      service,
    ),
  moderation: () => request.get<Moderation>('/api/operator/moderation', { applets: 'list', authors: 'list' }),
  takeDownApplet: (id: string, input: TakeDownInput) =>
    request.patch<{ id: number }>(`/api/operator/applets/${encodeURIComponent(id)}`, { id: 'number' }, input),
  hideAuthor: (login: string, input: TakeDownInput) =>
    request.patch<{ login: string }>(`/api/operator/authors/${encodeURIComponent(login)}`, { login: 'text' }, input),
  dismissReports: (id: string) =>
    request.post<{ id: number }>(`/api/operator/applets/${id}/dismiss_reports`, { id: 'number' }),
}
