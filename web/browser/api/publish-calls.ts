import type { PublishInput } from '../../../worker/contract/applets/applet-input.ts'
import type { AppletResponse } from '../../../worker/contract/applets/applet.ts'
import { APPLET } from './answer-shapes.ts'
import { request } from './typed-request.ts'

/** The calls of an Applet's publish page. All reject with RequestError. */
export const publishApi = {
  publish: (id: number, input: PublishInput) =>
    request.post<AppletResponse>(`/api/applets/${id}/publish`, APPLET, input),
  unpublish: (id: number) => request.post<AppletResponse>(`/api/applets/${id}/unpublish`, APPLET),
}
