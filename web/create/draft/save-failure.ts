import type { DraftConflict, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import type { SaveFailure } from './draft-state.ts'

/** Why a call of a draft failed: what to do next follows from it. */
export function failureOf(error: unknown): SaveFailure {
  if (!(error instanceof RequestError) || error.status === 0) return { kind: 'offline' }
  const theirs = error.status === 409 ? conflictIn(error) : null
  if (theirs) return { kind: 'conflict', theirs }
  if (error.status === 429 || error.status >= 500) return { kind: 'retrying' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status === 404) return { kind: 'deleted' }
  return { kind: 'refused', message: error.body.errors?.[0]?.message ?? messageOf(error) }
}

/** The draft as the server has it, which a refusal for another version carries. */
function conflictIn(error: RequestError): DraftView | null {
  const data = error.body.errors?.[0]?.data
  return isConflict(data) ? data.draft : null
}

function isConflict(data: unknown): data is DraftConflict {
  return typeof data === 'object' && data !== null && 'draft' in data
}
