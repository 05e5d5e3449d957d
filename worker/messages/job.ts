import type { PushMessage } from '../contract/push.ts'

/** What waits in the queue. `id` is ours, so that a redelivered job is known. */
export type Job = MailJob | PushJob | StripeEventJob

export type MailJob = {
  kind: 'mail'
  id: string
  template: 'verify_email' | 'password_reset'
  user_id: string
  to: string
  subject: string
  text: string
  html: string
}

/** A notification for one browser. */
export type PushJob = { kind: 'push'; id: string; subscription_id: string; message: PushMessage }

/** Something has happened to a customer at Stripe; `id` is the event's, which is a row of `stripe_events`. */
export type StripeEventJob = { kind: 'stripe_event'; id: string }
