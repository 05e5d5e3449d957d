import type { OperatorOverview } from '../../worker/contract/operator/operator-overview.ts'
import type { SavedServiceFile } from '../../worker/contract/services/service-file.ts'
import { request } from './api-calls.ts'

/** The calls of the operators' own pages. All reject with RequestError. */
export const operatorApi = {
  overview: () => request.get<OperatorOverview>('/api/operator'),
  switchService: (module_name: string, running: boolean) =>
    request.patch<{ running: boolean }>(`/api/operator/services/${encodeURIComponent(module_name)}`, { running }),
  replayEvent: (id: string) =>
    request.post<Record<string, never>>(`/api/operator/stripe_events/${encodeURIComponent(id)}/replay`),
  saveServiceFile: (file: string) => request.post<SavedServiceFile>('/api/operator/services', { file }),
}
