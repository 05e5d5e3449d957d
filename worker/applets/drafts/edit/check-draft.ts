import { askTrigger } from '../../enable/validate-at-service.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { DraftProblem, DraftResponse, DraftView } from '../../../contract/drafts/draft.ts'
import { isSealedSecret, openSecret } from '../../../system/secrets/field-secret.ts'
import { toDraftView } from '../view/draft-view.ts'
import { loadDraft, type LoadedDraft } from '../view/load-draft.ts'
import type { ResolvedStep } from '../view/resolved-step.ts'

/**
 * The viewer's draft, with what the service of its trigger says of the fields, if it answers. Throws `not_signed_in`,
 * and `not_found` for one that is not theirs.
 */
export async function checkDraft(ctx: Ctx, id: number): Promise<DraftResponse> {
  const loaded = await loadDraft(ctx, { id })
  const { view, resolved } = await toDraftView(ctx, loaded)
  return { draft: withProblems(view, await problemsAtService(ctx, loaded, view, resolved)) }
}

/**
 * Asks the service of a draft's trigger for objections to its fields. It is asked only where they are right otherwise.
 */
export async function problemsAtService(
  ctx: Ctx,
  { actor }: LoadedDraft,
  view: DraftView,
  resolved: readonly ResolvedStep[],
): Promise<DraftProblem[]> {
  const trigger = resolved.find(({ kind }) => kind === 'trigger')
  if (!trigger?.row || view.problems.some(({ step }) => step === trigger.step.key)) return []
  const { key, module_name, slug, account_slot } = trigger.step
  const said = await askTrigger(ctx, { user_id: actor.id, module_name, slug, account_slot }, () =>
    openFields(ctx, actor.id, trigger),
  )
  const known = trigger.fields.filter((field) => said[field.slug] !== undefined)
  return known.map((field) => ({ step: key, field: field.slug, line: null, message: said[field.slug] ?? '' }))
}

async function openFields({ settings }: Ctx, user_id: string, { step, fields }: ResolvedStep) {
  const opened = fields.map(async ({ slug, default_value }): Promise<[string, string]> => {
    const value = step.fields[slug] ?? default_value ?? ''
    return [slug, isSealedSecret(value) ? ((await openSecret(settings.TOKEN_KEYS, user_id, value)) ?? '') : value]
  })
  return Object.fromEntries(await Promise.all(opened))
}

function withProblems(view: DraftView, found: readonly DraftProblem[]): DraftView {
  if (found.length === 0) return view
  const steps = view.steps.map((step) => {
    const own = found.filter((problem) => problem.step === step.key)
    const [first] = own
    if (!first) return step
    const fields = step.fields.map((field) => ({
      ...field,
      problem: own.find((problem) => problem.field === field.slug)?.message ?? field.problem,
    }))
    return step.state === 'ready'
      ? { ...step, fields, state: 'needs_fields' as const, problem: first.message }
      : { ...step, fields }
  })
  return { ...view, steps, problems: [...view.problems, ...found], complete: false }
}
