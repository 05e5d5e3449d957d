import type { AppletResponse } from '../../../worker/contract/applets/applet.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { DescribedDraft } from '../../../worker/contract/drafts/describe-draft.ts'
import type { DraftChange, DraftResponse, FoundDraftSteps } from '../../../worker/contract/drafts/draft.ts'
import { APPLET, DRAFT } from './answer-shapes.ts'
import { NOTHING, request, type Nothing } from './typed-request.ts'

/** The origin of a new draft: an Applet to copy, steps such as `service/triggers/slug`, or one's own Applet to edit. */
export type DraftOrigin = { from?: string; trigger?: string; action?: string; applet_id?: string }

const draft = (id: number) => `/api/drafts/${id}`

/** The calls of the page where an Applet is made. All reject with RequestError. */
export const draftApi = {
  readNewDraft: (origin: DraftOrigin) => request.get<DraftResponse>('/api/drafts/new', DRAFT, origin),
  readDraft: (id: number) => request.get<DraftResponse>(draft(id), DRAFT),
  beginDraft: (origin: DraftOrigin, changes: readonly DraftChange[]) =>
    request.post<DraftResponse>('/api/drafts', DRAFT, { ...origin, changes }),
  changeDraft: (id: number, version: number, changes: readonly DraftChange[]) =>
    request.patch<DraftResponse>(draft(id), DRAFT, { version, changes }),
  deleteDraft: (id: number) => request.delete<Nothing>(draft(id), NOTHING),
  checkDraft: (id: number) => request.post<DraftResponse>(`${draft(id)}/check`, DRAFT),
  createFromDraft: (id: number, input: { version: number; seen: string[] }) =>
    request.post<AppletResponse>(`${draft(id)}/create`, APPLET, input),
  describeDraft: (sentence: string) =>
    request.post<DescribedDraft>(
      '/api/drafts/describe',
      { ...DRAFT, planner: 'text', unused: 'list', assumed: 'list', choices: 'list' },
      { sentence },
    ),
  findSteps: (kind: StepKind, q: string, service?: string) =>
    request.get<FoundDraftSteps>('/api/steps', { steps: 'list' }, { kind, q, service }),
}
