import type { Ctx } from '../../../system/context/context.ts'
import { EMPTY_DRAFT, type DraftCard } from '../../../contract/drafts/draft.ts'
import { readDraftCards } from '../../../db/applets/lists/draft-cards.ts'
import { loadServices } from '../../../services/known-services.ts'
import { nameOfDraft } from '../../sentences/name-applet.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { toActor } from '../../../users/session/actor.ts'
import { serviceOfStep } from '../view/step-view.ts'

/** The viewer's drafts, the last changed first, in one round trip. Throws `not_signed_in`. */
export async function listDrafts(ctx: Ctx): Promise<{ drafts: DraftCard[] }> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const found = await readDraftCards(ctx, { sessionHash, now: ctx.realNow() })
  if (!toActor(found.actor, ctx.now())) throw new AppError('not_signed_in')
  await loadServices(
    ctx,
    found.steps.map(({ module_name }) => module_name),
  )
  const known = new Map(found.services.map((service) => [service.module_name, serviceOfStep(service)]))
  const cards = found.drafts.map(({ id, name, nameless, updated_at }): DraftCard => {
    const steps = found.steps.filter(({ draft_id }) => draft_id === id)
    const modules = new Set(steps.map(({ module_name }) => module_name))
    return {
      id,
      name: name?.trim() || nameOfDraft(nameless ?? EMPTY_DRAFT),
      updated_at,
      services: [...modules].map((module_name) => known.get(module_name) ?? null),
    }
  })
  return { drafts: cards }
}
