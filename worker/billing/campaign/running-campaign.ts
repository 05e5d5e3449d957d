import type Stripe from 'stripe'
import type { Ctx, SettingsCtx } from '../../system/context/context.ts'
import { CAMPAIGN_PERCENT } from '../../contract/billing/campaign.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { DEFAULT_PLAN } from '../../contract/upgrade/upgrade.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { findPromotionCode, promoRefused, type PromotionCode } from '../promotions/find-promotion-code.ts'
import { readPricesOnSale, type PriceRow } from '../../db/billing/price-catalog.ts'

/** How long Stripe's answer counts, and how long a failure to get one. */
const KEPT = 5 * MINUTE
const FAILURE_KEPT = MINUTE
/** A page waits this long for Stripe, then shows no campaign. */
const PATIENCE = { timeout: 2000, maxNetworkRetries: 0 }

/** Times in ms. `ends_at`: null without an end. */
type CampaignState = { running: boolean; ends_at: number | null; counts_until: number }

/**
 * The promotion code of the running campaign, for buyers at the price for everyone; null without one. Stripe is asked at
 * most every 5 minutes, so subscribing validates the code again. Never rejects.
 */
export async function runningCampaign(ctx: Ctx): Promise<string | null> {
  const { CAMPAIGN_CODE: code, STRIPE_SECRET_KEY: secret } = ctx.settings
  if (!code || !secret) return null
  const { running, ends_at } = (await readState(ctx, code)) ?? (await askStripe(ctx, code))
  return running && (ends_at === null || ctx.now() < ends_at) ? code : null
}

/** Throws `promo_refused` for a student who typed the campaign's code. */
export function refuseCampaignForStudent(
  { settings }: SettingsCtx,
  code: string,
  { student }: { student: boolean },
): void {
  if (student && settings.CAMPAIGN_CODE && isSameCode(code, settings.CAMPAIGN_CODE)) throw promoRefused()
}

/** Stripe tells codes apart regardless of case. */
function isSameCode(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase()
}

/** Null if KV has nothing, is broken or is down: it is only a cache. */
async function readState({ kv, now, settings }: Ctx, code: string): Promise<CampaignState | null> {
  try {
    const kept = await kv.get<CampaignState>(keyOf(settings.STRIPE_PUBLISHABLE_KEY, code), 'json')
    return kept && now() < kept.counts_until && kept.counts_until <= now() + KEPT ? kept : null
  } catch (error) {
    log('warn', 'campaign_not_read', { message: String(error) })
    return null
  }
}

function keyOf(account: string, code: string): string {
  return `campaign:${account}:${code}`
}

async function askStripe(ctx: Ctx, code: string): Promise<CampaignState> {
  const state = await readCampaign(ctx, code).catch((error: unknown) => {
    log('warn', 'campaign_not_asked', { message: String(error) })
    return { running: false, ends_at: null, counts_until: ctx.now() + FAILURE_KEPT }
  })
  const options = { expirationTtl: KEPT / 1000 }
  ctx.defer(
    ctx.kv
      .put(keyOf(ctx.settings.STRIPE_PUBLISHABLE_KEY, code), JSON.stringify(state), options)
      .catch((error: unknown) => log('warn', 'campaign_not_kept', { message: String(error) })),
  )
  return state
}

async function readCampaign(ctx: Ctx, code: string): Promise<CampaignState> {
  const [found, sold] = await Promise.all([
    findPromotionCode(ctx, code, null, PATIENCE).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'promo_refused') return null
      throw error
    }),
    readPricesOnSale(ctx, { plan_id: DEFAULT_PLAN, audience: 'everyone' }),
  ])
  const running = found !== null && isCampaign(found, sold)
  if (found && !running) log('error', 'campaign_has_other_terms', { code })
  return { running, ends_at: found && endOf(found), counts_until: ctx.now() + KEPT }
}

/** 23% off, once, for Pro alone, at both intervals. `sold`: Pro's prices for everyone. */
function isCampaign({ coupon, code }: PromotionCode, sold: readonly PriceRow[]): boolean {
  const products = coupon.applies_to?.products ?? []
  const least = code.restrictions.minimum_amount ?? 0
  const isFor = (interval: 'month' | 'year') =>
    sold.some((price) => price.interval === interval && products.includes(price.product_id) && price.amount >= least)
  return (
    coupon.percent_off === CAMPAIGN_PERCENT &&
    coupon.duration === 'once' &&
    products.every((product) => sold.some(({ product_id }) => product_id === product)) &&
    isFor('month') &&
    isFor('year')
  )
}

/** When the code or its coupon ends, in ms; null if neither does. */
function endOf({ code, coupon }: PromotionCode): number | null {
  const ends = [code.expires_at, coupon.redeem_by].flatMap((end: Stripe.Coupon['redeem_by']) => end ?? [])
  return ends.length > 0 ? Math.min(...ends) * 1000 : null
}
