import type { AppletDraft } from '../../../../worker/contract/drafts/draft.ts'
import { draftOfProposal } from '../../../../worker/ai/steps/draft-of-proposal.ts'
import { offerSteps } from '../../../../worker/ai/steps/offer-steps.ts'
import type { Proposal } from '../../../../worker/ai/steps/proposal.ts'
import type { Slice } from '../../../../worker/ai/steps/slice.ts'

/** What somebody gets for a sentence. `offered`: ids of steps to choose from; `language`: the one that was recognized. */
export type Answer = {
  draft: AppletDraft
  unmet: readonly string[]
  assumed: readonly string[]
  language: string | null
  offered: readonly string[]
}

/** `slice`: the steps that are offered where the proposal is not sure of one; null for none. */
export function answerOf(proposal: Proposal, slice: Slice | null): Answer {
  const { unmet, assumed, language } = proposal
  return {
    draft: draftOfProposal(proposal),
    unmet,
    assumed,
    language,
    offered: slice ? offerSteps(proposal, slice).flatMap(({ ids }) => ids) : [],
  }
}
