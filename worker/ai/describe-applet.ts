import type { Ctx } from '../system/context/context.ts'
import { SENTENCES } from '../contract/errors.ts'
import type { DescribedDraft } from '../contract/drafts/describe-draft.ts'
import type { DescribeDraftInput } from '../contract/drafts/describe-draft-input.ts'
import { readFoundSteps } from '../applets/drafts/steps/find-draft-steps.ts'
import { toDraftView } from '../applets/drafts/view/draft-view.ts'
import { loadDraft } from '../applets/drafts/view/load-draft.ts'
import { AppError } from '../system/errors/app-error.ts'
import { readDescriber } from './creations/read-describer.ts'
import { requireAiCreation, takeAiCreation } from './creations/take-ai-creation.ts'
import { chooseModel } from './model/choose-model.ts'
import { suggestSteps } from './model/suggest-steps.ts'
import { planSentence } from './planner/plan-sentence.ts'
import { draftOfProposal, stepsOfProposal } from './steps/draft-of-proposal.ts'
import { offerSteps } from './steps/offer-steps.ts'
import type { Proposal } from './steps/proposal.ts'
import { publishedIndex } from './steps/published-index.ts'
import { chooseSlice, WIDE_SLICE } from './steps/slice.ts'

/**
 * POST /api/drafts/describe: a sentence becomes a draft, in which every step is a guess; nothing is stored or turned on.
 * The operator's language model chooses the steps; our own planner does where there is no model, where it fails, and where
 * what the sentence bears out of its answer leaves more of the sentence than the planner. It counts as one of today's
 * creations only if a draft came of it, not for steps to choose from. Throws `not_signed_in`; as `takeAiCreation`;
 * `invalid_input` for a sentence in a language that nobody reads, or of which no step is understood.
 */
export async function describeApplet(ctx: Ctx, { sentence }: DescribeDraftInput): Promise<DescribedDraft> {
  const { actor, used, zone, connected, modules } = await readDescriber(ctx)
  requireAiCreation(ctx, actor, used)
  const index = await publishedIndex(ctx, modules)
  const slice = chooseSlice(index, sentence, { connected, zone })
  const own = planSentence(sentence, slice)
  const model = chooseModel(ctx, actor.id)
  const wide = own.language === null ? slice : chooseSlice(index, sentence, { connected, zone }, WIDE_SLICE)
  const proposal = model ? await suggestSteps(model, own, { sentence, slice: wide }) : own
  const offered = offerSteps(proposal, slice)
  if (stepsOfProposal(proposal).length + offered.length === 0) throw notUnderstood(proposal)
  const choices = await Promise.all(
    offered.map(async ({ kind, ids }) => ({ kind, steps: await readFoundSteps(ctx, { kind, found: ids }) })),
  )
  if (choices.length === 0) await takeAiCreation(ctx, actor)
  const doc = draftOfProposal(proposal)
  const loaded = await loadDraft(ctx, { steps: stepsOfProposal(proposal) })
  const { view } = await toDraftView(ctx, { ...loaded, doc })
  const { unmet: unused, assumed } = proposal
  return { draft: view, planner: proposal === own ? 'simple' : 'model', unused, assumed, choices }
}

function notUnderstood({ language }: Proposal): AppError {
  const message = language === null ? SENTENCES.sentence_not_understood : SENTENCES.sentence_in(language)
  return new AppError('invalid_input', { attribute: 'sentence', message })
}
