import { meantSteps } from '../../../services/catalog/steps/meant-steps.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { STEP_SEGMENTS, type StepKind } from '../../../contract/connections/service.ts'
import type { FindDraftStepsQuery } from '../../../contract/drafts/draft-input.ts'
import type { FoundDraftStep, FoundDraftSteps } from '../../../contract/drafts/draft.ts'
import { stepRules } from '../../../contract/enablement/enablement-rules.ts'
import { readStepChoices } from '../../../db/applets/step-choices.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { findStepsInIndex } from '../../../db/search/find-in-index.ts'
import { matchOf } from '../../../db/search/search-words.ts'
import { toActor } from '../../../users/session/actor.ts'
import { serviceOfStep } from '../view/step-view.ts'

/** How many steps an answer has; of one service, all of them. */
const STEPS = 24
const STEPS_OF_SERVICE = 200
/** The index has steps of every kind. */
const STEPS_IN_INDEX = 200

/**
 * The steps of one kind that a draft may use, the best first: those that the words mean or name, or what the viewer used last
 * and then those of the most popular services. `service`: of that one alone. Throws `not_signed_in`, and
 * `search_unavailable` while there is no search index.
 */
export async function findDraftSteps(
  ctx: Ctx,
  { kind, q = '', service }: FindDraftStepsQuery,
): Promise<FoundDraftSteps> {
  if (!ctx.sessionHash) throw new AppError('not_signed_in')
  const found = q.trim() === '' ? null : await findIds(ctx, kind, q)
  return { steps: await readFoundSteps(ctx, { kind, service, found }) }
}

type Asked = { kind: StepKind; service?: string | undefined; found: readonly string[] | null }

/**
 * Steps of these ids in their order, as pages list them; null for those used last and the most popular. Throws
 * `not_signed_in`.
 */
export async function readFoundSteps(ctx: Ctx, { kind, service, found }: Asked): Promise<FoundDraftStep[]> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const read = await readStepChoices(
    ctx,
    { sessionHash, now: ctx.realNow() },
    { kind, service, ids: found, most: found === null && service === undefined ? STEPS : STEPS_OF_SERVICE },
  )
  const actor = toActor(read.actor, ctx.now())
  if (!actor) throw new AppError('not_signed_in')
  const recent = read.recent.map(({ step_id }) => step_id)
  const order = found ?? recent
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return read.steps
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
    .slice(0, service === undefined ? STEPS : STEPS_OF_SERVICE)
    .map(({ id, slug, step_name, step_description, connected, ...row }) => ({
      kind,
      module_name: row.module_name,
      slug,
      name: step_name,
      description: step_description,
      service: serviceOfStep(row),
      rules: stepRules(actor, kind, row.minimum_tier),
      recent: recent.includes(id),
      needs_token: row.connect_kind === 'key' && connected === 0,
    }))
}

async function findIds(ctx: Ctx, kind: StepKind, q: string): Promise<string[]> {
  const match = matchOf(q)
  if (match === null) return []
  const steps = await findStepsInIndex(ctx, match, STEPS_IN_INDEX)
  const named = steps.filter((id) => id.includes(`/${STEP_SEGMENTS[kind]}/`))
  return [...new Set([...meantSteps(kind, q), ...named])]
}
