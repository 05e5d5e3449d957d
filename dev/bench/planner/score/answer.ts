import type { AppletDraft } from '../../../../worker/contract/drafts/draft.ts'
import { draftOfProposal } from '../../../../worker/ai/steps/draft-of-proposal.ts'
import type { Proposal } from '../../../../worker/ai/steps/proposal.ts'

/** What somebody gets for a sentence. `offered`: ids of steps to choose from; `language`: the one that was recognized. */
export type Answer = {
  draft: AppletDraft
  unmet: readonly string[]
  language: string | null
  offered: readonly string[]
}

export function answerOf(proposal: Proposal): Answer {
  const { unmet, language } = proposal
  return { draft: draftOfProposal(proposal), unmet, language, offered: [] }
}
