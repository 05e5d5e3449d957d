import type { Stripe } from 'stripe'
import { recordChanges, type Changes } from './products/changes.ts'
import type { Database } from '../deploy/config/database-access.ts'
import type { PriceForSale } from './products/for-sale.ts'
import type { SecretStore } from './endpoint/secret-store.ts'
import { setUpCoupons } from './products/set-up-coupons.ts'
import { setUpEndpoint } from './endpoint/set-up-endpoint.ts'
import { setUpPaymentDomain } from './set-up-payment-domain.ts'
import { setUpPrices } from './products/set-up-prices.ts'
import { setUpProducts } from './products/set-up-products.ts'
import { markAsLive, refuseLiveDatabase } from './stripe-mode.ts'
import { writePrices } from './products/write-prices.ts'

export type SetUp = {
  stripe: Stripe
  database: Database
  secrets: SecretStore
  prices: readonly PriceForSale[]
  /** The site's public origin; null where Stripe cannot reach it, such as on localhost. */
  siteOrigin: string | null
  /** The promotion code of the running campaign; empty without one. */
  campaignCode: string
  isLive: boolean
  /** Live keys change something only then. */
  confirmed: boolean
}

/**
 * Brings the Stripe account and D1 to what Switchyard needs; what is there already stays, so it may be run again at any
 * time. The order leaves nothing half sold: they go into `prices` only after everything that a payment needs.
 */
export async function setUpStripe(options: SetUp): Promise<Changes & { planOnly: boolean }> {
  const { stripe, database, isLive, siteOrigin } = options
  const planOnly = isLive && !options.confirmed
  const changes = recordChanges(planOnly)
  if (!isLive) await refuseLiveDatabase(stripe, database)
  await setUpProducts(stripe, changes)
  const prices = await setUpPrices(stripe, changes, options.prices)
  await setUpCoupons(stripe, changes, options.campaignCode)
  if (siteOrigin !== null) {
    await setUpPaymentDomain(stripe, changes, siteOrigin)
    await setUpEndpoint(stripe, changes, siteOrigin, options.secrets)
  }
  if (isLive) await markAsLive(database, changes)
  await writePrices(database, changes, prices)
  return { ...changes, planOnly }
}
