import type {
  DraftSampleResponse,
  DryRunResponse,
  RunOnceResponse,
  TriedEvent,
} from '../../../worker/contract/drafts/try-draft.ts'
import type { DryRunInput, RunOnceInput } from '../../../worker/contract/drafts/try-input.ts'
import { request } from '../../browser/api/typed-request.ts'

const draft = (id: number) => `/api/drafts/${id}`

/** The calls that try a draft. All reject with RequestError. */
export const tryApi = {
  sample: (id: number) =>
    request.post<DraftSampleResponse>(`${draft(id)}/sample`, { events: 'list', problem: 'object?', now: 'number' }, {}),
  dryRun: (id: number, event: TriedEvent) =>
    request.post<DryRunResponse>(`${draft(id)}/dry_run`, { steps: 'list' }, inputOf(event)),
  runOnce: (id: number, event: TriedEvent, press: string) =>
    request.post<RunOnceResponse>(`${draft(id)}/run_once`, { run: 'text' }, {
      ...inputOf(event),
      press,
    } satisfies RunOnceInput),
}

/** The values of an event that was seen are read again where they are kept: they may be larger than a request. */
function inputOf({ at, run, ingredients }: TriedEvent): DryRunInput {
  return { event: { at, run, ingredients: run === null ? ingredients : {} } }
}
