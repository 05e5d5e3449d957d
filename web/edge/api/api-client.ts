import { hc } from 'hono/client'
import type { AppType } from '../../../worker/app/api.ts'
import type { ApiFetch } from './page-calls.ts'

/** The API, typed by its routes. The host name is a placeholder: calls go over the service binding. */
export function apiClient(fetch: ApiFetch) {
  return hc<AppType>('http://api', { fetch })
}
export type ApiClient = ReturnType<typeof apiClient>
