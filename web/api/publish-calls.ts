import type { PublishInput } from '../../worker/contract/applets/applet-input.ts'
import type { AppletResponse } from '../../worker/contract/applets/applet.ts'
import { request } from './api-calls.ts'

/** The calls of an Applet's publish page. All reject with RequestError. */
export const publishApi = {
  publish: (id: number, input: PublishInput) => request.post<AppletResponse>(`/api/applets/${id}/publish`, input),
  unpublish: (id: number) => request.post<AppletResponse>(`/api/applets/${id}/unpublish`),
}
