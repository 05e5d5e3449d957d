import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { PublishedText, PublishInput } from '../../contract/applets/applet-input.ts'
import { isComplete } from '../../contract/applets/step-list.ts'
import { PUBLICATIONS_A_DAY } from '../../contract/applets/publication.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { announceChange } from './announce-change.ts'
import { readPublishing } from '../../db/applets/publications.ts'
import { requirePublicName } from './check-public-name.ts'
import { requireSeenAddresses } from '../enable/require-seen.ts'

/**
 * "Publish this Applet so anyone can use it" (§2.1), under this name and text. One that is published gets the new text,
 * and keeps its place in lists. Throws `not_found` for anyone but the author, `conflict` for an archived Applet,
 * `email_not_verified` (403), `publishing_blocked` (403), `rate_limited` (429) after five in 24 hours, `invalid_input`
 * for a name with a link or that poses as a service, under a reserved user name, if a trigger or an action is missing, if
 * a step holds a secret of its author, or for an address that looks like a secret and is not among those that its author
 * has `seen`.
 */
export async function publishApplet(
  ctx: Ctx,
  ref: AppletKey,
  { seen = [], ...text }: PublishInput,
): Promise<AppletOfUser> {
  const publish = async (now: LoadedForUser) => publishing(ctx, now, text, seen)
  // What else may have changed, the refusal reads.
  const { done, loaded } = await changeApplet(ctx, ref, publish, { tries: 1 })
  if (done) await announceChange(ctx, loaded.row.id)
  else if (!isTextOf(loaded, text)) throw await refusal(ctx, loaded)
  return answerOf(ctx, loaded)
}

async function publishing(
  ctx: Ctx,
  loaded: LoadedForUser,
  text: PublishedText,
  seen: readonly string[],
): Promise<AppletChange | null> {
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'publish')
  if (!isComplete(loaded.applet)) throw new AppError('invalid_input', { message: SENTENCES.applet_incomplete })
  if (loaded.fixes_secret) throw new AppError('invalid_input', { message: SENTENCES.applet_has_secret })
  if (loaded.actor.email_verified_at === null) throw new AppError('email_not_verified')
  await requirePublicName(ctx, text.name, loaded.actor)
  const only_if = ['is_author', 'is_not_archived', 'is_not_taken_down', 'may_publish'] as const
  if (!loaded.applet.published) {
    requireSeenAddresses(loaded.secret_addresses, seen)
    return {
      events: ['published'],
      only_if: [...only_if, 'is_not_published', 'has_publication_left', 'is_same_version'],
      applet: { kind: 'publish', text, listed_after: ctx.settings.PUBLISH_DELAY_HOURS },
    }
  }
  if (isTextOf(loaded, text)) return null
  return { events: ['republished'], only_if: [...only_if, 'is_published'], applet: { kind: 'set', columns: text } }
}

/** It is published with this text, by another press too. */
function isTextOf(
  { applet, row: { name, description, value_propositions } }: LoadedForUser,
  text: PublishedText,
): boolean {
  const stored = { name, description, value_propositions }
  return applet.published && JSON.stringify(inOrder(stored)) === JSON.stringify(inOrder(text))
}

function inOrder({ name, description, value_propositions }: PublishedText): PublishedText {
  return { name, description, value_propositions: value_propositions.map(({ title, text }) => ({ title, text })) }
}

/** Why the write found nothing to do. */
async function refusal(ctx: Ctx, after: LoadedForUser): Promise<AppError> {
  if (after.applet.taken_down) return new AppError('taken_down')
  const { allowed, today, free_at } = await readPublishing(ctx.db, {
    user_id: after.actor.id,
    now: ctx.now(),
    hours: ctx.settings.PUBLISH_DELAY_HOURS,
  })
  if (!allowed) return new AppError('publishing_blocked')
  if (today >= PUBLICATIONS_A_DAY) {
    const retryAfter = Math.ceil((free_at - ctx.now()) / 1000)
    return new AppError('rate_limited', { message: SENTENCES.publications_used, retryAfter })
  }
  return after.viewer.status === 'archived' ? statusConflict(after, 'publish') : new AppError('conflict')
}
