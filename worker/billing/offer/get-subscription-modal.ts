import { readActorRows, type ActorRow } from '../../db/sessions/actor-query.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import { MODAL_DATA_KEPT } from '../../contract/limits.ts'
import { isFresh, isModalData } from '../../contract/upgrade/cached-modal-data.ts'
import type { SubscriptionModal } from '../../contract/upgrade/upgrade.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { log } from '../../system/log/log.ts'
import { runningCampaign } from '../campaign/running-campaign.ts'
import { campaignFor, offersFor, toCheckoutViewer, type CheckoutViewer } from './checkout-props.ts'
import { readPricesOnSale } from '../../db/billing/price-catalog.ts'

/**
 * GET /api/subscription_modal (§7 Modal data): what checkout needs, cached in KV for ten minutes per user. Reads the
 * user and their plan from D1 in one round trip, and the prices only on a cache miss. Throws `billing_unavailable` if
 * Stripe is not set up, and `not_signed_in`.
 */
export async function getSubscriptionModal(ctx: Ctx, plan: SoldPlan): Promise<SubscriptionModal> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [rows, running] = await Promise.all([readActorRows(db, sessionHash, ctx.realNow()), runningCampaign(ctx)])
  const { actor, props } = toCheckoutViewer(ctx, rows, now)
  const { campaign } = campaignFor(actor, running)
  const key = await keyOf({ actor, props }, plan, rows)
  const kept = await readKept(ctx, key)
  if (isModalData(kept, actor.id, plan) && isFresh(kept.served_at, now)) return { ...kept, campaign, served_at: now }
  const { tier, subscriptionPaymentType } = actor
  const offers = offersFor(actor, await readPricesOnSale(ctx))
  const data = { ...props, campaign, ...offers, plan, tier, subscriptionPaymentType, served_at: now }
  ctx.defer(keep(ctx, key, data))
  return data
}

/**
 * The key holds everything that the data depends on, also each subscription's version, because KV deletes too slowly to
 * drop an entry. A change leads to another key, and the old entry expires.
 */
async function keyOf({ actor, props }: CheckoutViewer, plan: SoldPlan, rows: readonly ActorRow[]): Promise<string> {
  const { tier, subscriptionPaymentType } = actor
  const versions = rows.flatMap(({ subscription }) => subscription?.version ?? []).toSorted((a, b) => a - b)
  const facts = [props, tier, subscriptionPaymentType, versions]
  return `subscription_modal:${actor.id}:${plan}:${await sha256(JSON.stringify(facts))}`
}

/** Null if KV has nothing, is broken or is down: it is only a cache. */
async function readKept({ kv }: Ctx, key: string): Promise<unknown> {
  try {
    return await kv.get<unknown>(key, 'json')
  } catch (error) {
    log('warn', 'modal_data_not_read', { message: String(error) })
    return null
  }
}

async function keep({ kv }: Ctx, key: string, data: SubscriptionModal): Promise<void> {
  try {
    await kv.put(key, JSON.stringify(data), { expirationTtl: MODAL_DATA_KEPT / 1000 })
  } catch (error) {
    log('warn', 'modal_data_not_kept', { message: String(error) })
  }
}
