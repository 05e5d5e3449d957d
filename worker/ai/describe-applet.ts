import type { Ctx } from '../system/context/context.ts'
import { SENTENCES } from '../contract/errors.ts'
import type { DescribedDraft } from '../contract/drafts/describe-draft.ts'
import type { DescribeDraftInput } from '../contract/drafts/describe-draft-input.ts'
import type { DraftView } from '../contract/drafts/draft.ts'
import { toDraftView } from '../applets/drafts/view/draft-view.ts'
import { loadDraft } from '../applets/drafts/view/load-draft.ts'
import { AppError } from '../system/errors/app-error.ts'
import { readDescriber } from './creations/read-describer.ts'
import { requireAiCreation, takeAiCreation } from './creations/take-ai-creation.ts'
import { chooseModel } from './model/choose-model.ts'
import { proposeWithModel } from './model/propose-with-model.ts'
import { planSentence } from './planner/plan-sentence.ts'
import { draftOfProposal, stepsOfProposal } from './steps/draft-of-proposal.ts'
import type { Proposal } from './steps/proposal.ts'
import { publishedIndex } from './steps/published-index.ts'
import { chooseSlice } from './steps/slice.ts'

/**
 * POST /api/drafts/describe: a sentence becomes a stored draft, in which every step is a guess; nothing is turned on.
 * The operator's language model chooses the steps, and without one, or where `simple` asks for it, our own planner. It
 * counts as one of today's creations only if a draft was stored. Throws `not_signed_in`; as `takeAiCreation`; a
 * `ModelProblem`; `invalid_input` for a sentence of which no step is understood.
 */
export async function describeApplet(ctx: Ctx, { sentence, simple }: DescribeDraftInput): Promise<DescribedDraft> {
  const { actor, used, zone, connected, modules } = await readDescriber(ctx)
  requireAiCreation(ctx, actor, used)
  const slice = chooseSlice(await publishedIndex(ctx, modules), sentence, { connected, zone })
  const model = simple ? null : chooseModel(ctx)
  const proposal = model
    ? await proposeWithModel(model, { sentence, slice, now: ctx.now, check: (each) => checkProposal(ctx, each) })
    : planSentence(sentence, slice)
  if (stepsOfProposal(proposal).length === 0) {
    throw new AppError('invalid_input', { attribute: 'sentence', message: SENTENCES.sentence_not_understood })
  }
  const doc = draftOfProposal(proposal)
  const loaded = await loadDraft(ctx, { steps: stepsOfProposal(proposal) })
  const stored = await takeAiCreation(ctx, actor, doc)
  const { view } = await toDraftView(ctx, { ...loaded, doc, stored })
  return { draft: view, planner: model ? 'model' : 'simple', notes: proposal.unmet.map(SENTENCES.no_step_for) }
}

/** Lists what a draft's page would say of a proposal's values, for the model to correct. */
async function checkProposal(ctx: Ctx, proposal: Proposal): Promise<string[]> {
  const loaded = await loadDraft(ctx, { steps: stepsOfProposal(proposal) })
  const { view } = await toDraftView(ctx, { ...loaded, doc: draftOfProposal(proposal) })
  return view.problems.flatMap(({ step, field, message }) => {
    const known = view.steps.find(({ key }) => key === step)
    if (step === 'when') return [`In "conditions": ${message}`]
    // An empty field, or a value that only the user can give, is for them to add.
    if (!known || field === null || !isGiven(known, field)) return []
    return [`${known.module_name}, ${known.slug}, field ${field}: ${message}`]
  })
}

function isGiven({ fields }: DraftView['steps'][number], slug: string): boolean {
  return fields.some((field) => field.slug === slug && field.value !== '')
}
