import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { markPaymentTold } from '../../db/billing/user-subscriptions.ts'

/**
 * Sends the payment-complete analytics event (§4.1) once per subscription, however many webhooks, responses and
 * reconciliations see it paid. Call it after each sync. The event holds no personal data.
 */
export async function recordPayment(ctx: Ctx, stripe_subscription_id: string): Promise<void> {
  const paid = await markPaymentTold(ctx, stripe_subscription_id)
  if (!paid) return
  const { plan_id, payment_interval, currency, price_in_cents } = paid
  const words = { plan: plan_id, interval: payment_interval, status: paid.status, currency }
  recordMetric(ctx, 'payment_complete', words, price_in_cents)
  log('info', 'payment_complete', { plan_id, payment_interval, status: paid.status, currency, price_in_cents })
}
