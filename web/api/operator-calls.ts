import type { SavedServiceFile } from '../../worker/contract/services/service-file.ts'
import { request } from './api-calls.ts'

/** The calls of the operators' own pages. All reject with RequestError. */
export const operatorApi = {
  saveServiceFile: (file: string) => request.post<SavedServiceFile>('/api/operator/services', { file }),
}
