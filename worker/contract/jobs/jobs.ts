import type { SoldPlan } from '../tiers.ts'
import type { PushMessage } from '../push/push-message.ts'

/** What waits in the queue. `id` is ours, so that a redelivered job is known. */
export type Job = MailJob | PushJob | StripeEventJob | AbandonedCheckoutJob

export type MailJob = {
  kind: 'mail'
  id: string
  template: 'verify_email' | 'password_reset' | 'abandoned_checkout'
  user_id: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** A notification for one browser. */
export type PushJob = { kind: 'push'; id: string; subscription_id: string; message: PushMessage }

/** Something has happened to a customer at Stripe; `id` is the event's, which is a row of `stripe_events`. */
export type StripeEventJob = { kind: 'stripe_event'; id: string }

/** A checkout was left an hour ago; whether its user is written to is decided when this comes. */
export type AbandonedCheckoutJob = { kind: 'abandoned_checkout'; id: string; user_id: string; plan_id: SoldPlan }
