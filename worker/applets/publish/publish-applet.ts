import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { PublishInput } from '../../contract/applets/applet-input.ts'
import { PUBLICATIONS_A_DAY } from '../../contract/applets/publication.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor, notArchived } from '../enable/write-conditions.ts'
import { writesApplet } from '../enable/written-rows.ts'
import { announceChange } from './announce-change.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed-action.ts'
import { applets } from '../../db/schema/applets.ts'
import { isComplete } from '../read/viewer-view.ts'
import { hasPublicationLeft, listedFrom, mayPublish, readPublishing, requirePublicName } from './publish-conditions.ts'

/**
 * "Publish this Applet so anyone can use it" (§2.1), under this name and text. One that is published gets the new text,
 * and keeps its place in lists. Throws `not_found` for anyone but the author, `conflict` for an archived Applet,
 * `email_not_verified` (403), `publishing_blocked` (403), `rate_limited` (429) after five in 24 hours, `invalid_input`
 * for a name with a link or that poses as a service, if a trigger or an action is missing, or if a step holds a secret
 * of its author.
 */
export async function publishApplet(ctx: Ctx, ref: AppletKey, input: PublishInput): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'publish')
  if (!isComplete(loaded.applet)) throw new AppError('invalid_input', { message: SENTENCES.applet_incomplete })
  if (loaded.fixes_secret) throw new AppError('invalid_input', { message: SENTENCES.applet_has_secret })
  const { actor, row } = loaded
  if (actor.email_verified_at === null) throw new AppError('email_not_verified')
  await requirePublicName(ctx, input.name)
  if (loaded.applet.published) return changeText(ctx, loaded, input)
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'published',
    when: and(mayChange(loaded), isNull(applets.published_at), hasPublicationLeft(ctx, actor.id)),
    writes: (when) => [
      writesApplet(
        ctx.db
          .update(applets)
          .set({
            ...input,
            published_at: ctx.now(),
            public_face: null,
            unlisted_until: listedFrom(ctx, actor.id),
            updated_at: ctx.now(),
          })
          .where(and(eq(applets.id, row.id), when))
          .returning(),
      ),
    ],
  })
  if (!done && !after.applet.published) throw await refusal(ctx, after)
  if (done) await announceChange(ctx, row.id)
  return answerOf(ctx, after)
}

function mayChange({ actor }: LoadedForUser): SQL | undefined {
  return and(isAuthor(actor.id), notArchived(), isNull(applets.taken_down), mayPublish(actor.id))
}

async function changeText(ctx: Ctx, loaded: LoadedForUser, input: PublishInput): Promise<AppletOfUser> {
  const { name, description, value_propositions } = loaded.row
  if (JSON.stringify({ name, description, value_propositions }) === JSON.stringify(inOrder(input)))
    return answerOf(ctx, loaded)
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'republished',
    when: and(mayChange(loaded), isNotNull(applets.published_at)),
    writes: (when) => [
      writesApplet(
        ctx.db
          .update(applets)
          .set({ ...input, updated_at: ctx.now() })
          .where(and(eq(applets.id, loaded.row.id), when))
          .returning(),
      ),
    ],
  })
  if (!done) throw await refusal(ctx, after)
  await announceChange(ctx, loaded.row.id)
  return answerOf(ctx, after)
}

function inOrder({ name, description, value_propositions }: PublishInput): PublishInput {
  return { name, description, value_propositions: value_propositions.map(({ title, text }) => ({ title, text })) }
}

/** Why the write found nothing to do. */
async function refusal(ctx: Ctx, after: LoadedForUser): Promise<AppError> {
  if (after.applet.taken_down) return new AppError('taken_down')
  const { allowed, today, free_at } = await readPublishing(ctx, after.actor.id)
  if (!allowed) return new AppError('publishing_blocked')
  if (today >= PUBLICATIONS_A_DAY) {
    const retryAfter = Math.ceil((free_at - ctx.now()) / 1000)
    return new AppError('rate_limited', { message: SENTENCES.publications_used, retryAfter })
  }
  return statusConflict(after, 'publish')
}
