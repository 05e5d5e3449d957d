import { askTrigger } from '../../enable/validate-at-service.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { DraftProblem, DraftResponse, DraftView } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
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
  const { problems, notes } = await askService(ctx, loaded, view, resolved)
  return { draft: withNotes(withProblems(view, problems), notes) }
}

/**
 * Asks the service of a draft's trigger what is wrong with its fields. It is asked only where they are right otherwise.
 */
export async function problemsAtService(...given: Parameters<typeof askService>): Promise<DraftProblem[]> {
  return (await askService(...given)).problems
}

/** `notes`: what could not be found out now, and keeps nobody from saving. */
type Said = { problems: DraftProblem[]; notes: DraftProblem[] }

async function askService(
  ctx: Ctx,
  { actor }: LoadedDraft,
  view: DraftView,
  resolved: readonly ResolvedStep[],
): Promise<Said> {
  const trigger = resolved.find(({ kind }) => kind === 'trigger')
  if (!trigger?.row || view.problems.some(({ step }) => step === trigger.step.key)) return { problems: [], notes: [] }
  const { key, module_name, slug, account_slot } = trigger.step
  const said = await askTrigger(ctx, { user_id: actor.id, module_name, slug, account_slot }, () =>
    openFields(ctx, actor.id, trigger),
  )
  const found = trigger.fields.flatMap(({ slug: field }) => {
    const objection = said[field]
    return objection === undefined ? [] : [{ field, objection }]
  })
  const at = (field: string, message: string) => ({ step: key, field, line: null, message })
  return {
    problems: found.flatMap(({ field, objection }) => (typeof objection === 'string' ? at(field, objection) : [])),
    notes: found.flatMap(({ field, objection }) =>
      typeof objection === 'string' ? [] : at(field, SENTENCES.saved_unchecked(objection.unsure)),
    ),
  }
}

function withNotes(view: DraftView, notes: readonly DraftProblem[]): DraftView {
  const noteOf = (key: string, slug: string) =>
    notes.find(({ step, field }) => step === key && field === slug)?.message ?? null
  const steps = view.steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) => ({ ...field, note: noteOf(step.key, field.slug) })),
  }))
  return notes.length === 0 ? view : { ...view, steps }
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
