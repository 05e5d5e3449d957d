import type { Moderation } from '../../worker/contract/moderation/applet-report.ts'
import type { TakeDownInput } from '../../worker/contract/moderation/moderation-input.ts'
import type { OperatorOverview } from '../../worker/contract/operator/operator-overview.ts'
import type { ProbedServiceFile, AddedService } from '../../worker/contract/services/service-file.ts'
import { request } from './api-calls.ts'

/** The calls of the operators' own pages. All reject with RequestError. */
export const operatorApi = {
  overview: () => request.get<OperatorOverview>('/api/operator'),
  switchService: (module_name: string, running: boolean) =>
    request.patch<{ running: boolean }>(`/api/operator/services/${encodeURIComponent(module_name)}`, { running }),
  replayEvent: (id: string) =>
    request.post<Record<string, never>>(`/api/operator/stripe_events/${encodeURIComponent(id)}/replay`),
  saveServiceFile: (file: string, service_key?: string) =>
    request.post<AddedService>('/api/operator/services', { file, service_key }),
  probeService: (service: { api_url: string; service_key: string }) =>
    request.post<ProbedServiceFile>('/api/operator/services/probe', service),
  moderation: () => request.get<Moderation>('/api/operator/moderation'),
  takeDownApplet: (id: string, input: TakeDownInput) =>
    request.patch<{ id: number }>(`/api/operator/applets/${encodeURIComponent(id)}`, input),
  hideAuthor: (login: string, input: TakeDownInput) =>
    request.patch<{ login: string }>(`/api/operator/authors/${encodeURIComponent(login)}`, input),
  dismissReports: (id: string) => request.post<{ id: number }>(`/api/operator/applets/${id}/dismiss_reports`),
}
