import type { DraftView } from './draft.ts'

/** Characters of the sentence that describes an Applet. */
export const DESCRIPTION_MAX = 500

/** Who chose the steps: our own rules over the catalog's words, or the operator's language model. */
type DraftPlanner = 'simple' | 'model'

/**
 * POST /api/drafts/describe: a stored draft whose steps are guesses. `notes`: what the sentence asks for and the draft does
 * not have, a sentence each.
 */
export type DescribedDraft = { draft: DraftView; planner: DraftPlanner; notes: string[] }
