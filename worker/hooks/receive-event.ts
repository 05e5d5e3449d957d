import { and, eq } from 'drizzle-orm'
import { countTries } from '../rate-limit/rate-limit.ts'
import { activity_log, enablements } from '../db/schema/applets.ts'
import { activityRow } from '../activity-log/activity-row.ts'
import { tierOf } from '../entitlements/entitlement-rules.ts'
import { subscriptions } from '../db/schema/billing.ts'
import type { Ctx } from '../context/context.ts'
import type { ActivityDetail } from '../contract/activity/activity-entry.ts'
import type { HookReceived } from '../contract/hooks/hook-response.ts'
import { TIER_LIMITS, type Tier } from '../contract/tiers.ts'
import { AppError } from '../errors/app-error.ts'
import { sha256 } from '../secrets/hashes.ts'
import { mediaTypeOf } from './media-type.ts'

/** `bytes`: the body's length. The body itself is not kept: it may contain secrets. */
type HookEvent = { key: string; bytes: number; content_type: string | undefined }

/**
 * POST /hooks/{key}: records an outside event in its owner's activity log. Throws `not_found` for an unknown key and
 * for a disabled Applet alike: 410 would make senders drop an address that works again once the Applet is enabled, and
 * would reveal that the key was right. Throws `rate_limited` above the tier's events per minute (§D3.3).
 */
export async function receiveEvent(ctx: Ctx, { key, bytes, content_type }: HookEvent): Promise<HookReceived> {
  const hash = await sha256(key)
  const owner = await findOwner(ctx, hash)
  if (!owner) throw new AppError('not_found')
  const tries = TIER_LIMITS[owner.tier].hook_events_per_minute
  await countTries(ctx, { limit: { rule: 'hook_events', tries, window: 60_000 }, whom: owner.user_id })
  const kept = await record(ctx, hash, { bytes, content_type: mediaTypeOf(content_type) })
  if (!kept) throw new AppError('not_found')
  return { received: true }
}

/** The owner of the enabled Applet, and the tier of their plan. */
async function findOwner({ db, now }: Ctx, hash: string): Promise<{ user_id: string; tier: Tier } | null> {
  const { tier, status, card_authenticated, current_period_end, past_due_since } = subscriptions
  const rows = await db
    .select({
      user_id: enablements.user_id,
      subscription: { tier, status, card_authenticated, current_period_end, past_due_since },
    })
    .from(enablements)
    .leftJoin(subscriptions, eq(subscriptions.user_id, enablements.user_id))
    .where(isEnabledHook(hash))
  const [first] = rows
  if (!first) return null
  const held = rows.flatMap(({ subscription }) => subscription ?? [])
  return { user_id: first.user_id, tier: tierOf(held, now()) }
}

/** Records the event only if the address is still valid: a regenerated one accepts nothing more. */
async function record({ db, ...ctx }: Ctx, hash: string, detail: ActivityDetail) {
  const { user_id, applet_id } = enablements
  const row = activityRow(ctx, {
    id: ctx.id('act'),
    kind: 'hook_received',
    user_id,
    applet_id,
    detail: JSON.stringify(detail),
  })
  const written = await db
    .insert(activity_log)
    .select(db.select(row).from(enablements).where(isEnabledHook(hash)))
    .returning({ id: activity_log.id })
  return written.length > 0
}

function isEnabledHook(hash: string) {
  return and(eq(enablements.hook_key_hash, hash), eq(enablements.status, 'enabled'))
}
