import type { StepKind } from '../connections/service.ts'
import type { DraftView, FoundDraftStep } from './draft.ts'

/** Characters of the sentence that describes an Applet. */
export const DESCRIPTION_MAX = 500

/** Who chose the steps: our own rules over the catalog's words, or the operator's language model. */
type DraftPlanner = 'simple' | 'model'

/** Steps of which one is meant, the likeliest first. */
export type StepChoice = { kind: Exclude<StepKind, 'query'>; steps: FoundDraftStep[] }

/**
 * POST /api/drafts/describe: a draft whose steps are guesses, which is stored by who opens it. `unused`: the parts of the
 * sentence that it does not have, in the sentence's words; `assumed`: what it says more exactly, such as “evening” as
 * 7:00 PM. `choices`: where no trigger or no action is sure, steps to choose from; then the draft has only what is sure.
 */
export type DescribedDraft = {
  draft: DraftView
  planner: DraftPlanner
  unused: string[]
  assumed: string[]
  choices: StepChoice[]
}
