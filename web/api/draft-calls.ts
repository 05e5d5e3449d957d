import type { AppletResponse } from '../../worker/contract/applets/applet.ts'
import type { StepKind } from '../../worker/contract/connections/service.ts'
import type { DescribedDraft } from '../../worker/contract/drafts/describe-draft.ts'
import type { DraftChange, DraftResponse, FoundDraftSteps } from '../../worker/contract/drafts/draft.ts'
import { request } from './api-calls.ts'

/** What a new draft begins with: an Applet to copy, steps such as `service/triggers/slug`, or one's own Applet to edit. */
export type DraftOrigin = { from?: string; trigger?: string; action?: string; applet_id?: string }

const draft = (id: number) => `/api/drafts/${id}`

/** The calls of the page where an Applet is made. All reject with RequestError. */
export const draftApi = {
  readNewDraft: (origin: DraftOrigin) => request.get<DraftResponse>('/api/drafts/new', origin),
  readDraft: (id: number) => request.get<DraftResponse>(draft(id)),
  beginDraft: (origin: DraftOrigin, changes: readonly DraftChange[]) =>
    request.post<DraftResponse>('/api/drafts', { ...origin, changes }),
  changeDraft: (id: number, version: number, changes: readonly DraftChange[]) =>
    request.patch<DraftResponse>(draft(id), { version, changes }),
  deleteDraft: (id: number) => request.delete<Record<string, never>>(draft(id)),
  checkDraft: (id: number) => request.post<DraftResponse>(`${draft(id)}/check`),
  createFromDraft: (id: number, version: number) => request.post<AppletResponse>(`${draft(id)}/create`, { version }),
  describeDraft: (sentence: string, simple: boolean) =>
    request.post<DescribedDraft>('/api/drafts/describe', { sentence, simple }),
  findSteps: (kind: StepKind, q: string, service?: string) =>
    request.get<FoundDraftSteps>('/api/steps', { kind, q, service }),
}
