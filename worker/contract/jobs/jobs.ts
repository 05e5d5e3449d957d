import type { ScheduledTask } from './scheduled-task.ts'
import type { LogIds } from '../shared/trace-ids.ts'
import type { SoldPlan } from '../tiers.ts'
import type { MoneyMailKind } from '../billing/money-mail.ts'
import type { PushMessage } from '../push/push-message.ts'

/** A job as the queue carries it: with the ids of the request that sent it, and its user. */
export type SentJob = Job & { log_ids?: LogIds; sent_by?: string }

/** A job in the queue. `id` is ours, so that a redelivered job is recognized. */
export type Job =
  | MailJob
  | PushJob
  | StripeEventJob
  | AbandonedCheckoutJob
  | PollNowJob
  | CreditReviewJob
  | CustomerDetailsJob
  | SearchIndexJob
  | ScheduledTaskJob
  | ResealJob

export type MailJob = {
  kind: 'mail'
  id: string
  template:
    | 'verify_email'
    | 'password_reset'
    | 'security_event'
    | 'proof'
    | 'email_change'
    | 'email_changed'
    | 'second_factor_recovery'
    | 'account_deletion'
    | 'account_deleted'
    | 'abandoned_checkout'
    | 'failed_runs'
    | 'daily_digest'
    | 'applet'
    | 'taken_down'
    | 'put_back'
    | 'test'
    | MoneyMailKind
  user_id: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** A notification for one browser. `user_id`: whose it is; an older release left it out. */
export type PushJob = { kind: 'push'; id: string; user_id?: string; subscription_id: string; message: PushMessage }

/** A Stripe event about a customer. `id` is the event's id, a row of `stripe_events`. */
type StripeEventJob = { kind: 'stripe_event'; id: string }

/** A service said that these subscriptions have something new. */
export type PollNowJob = { kind: 'poll_now'; id: string; polls: { runner_id: string; identity: string }[] }

/** A user left checkout an hour ago. The consumer decides whether they get a mail. */
export type AbandonedCheckoutJob = { kind: 'abandoned_checkout'; id: string; user_id: string; plan_id: SoldPlan }

/** A plan has ended, and its unused credit is to be refunded. `id`: a row of `credit_reviews`. */
type CreditReviewJob = { kind: 'credit_review'; id: string }

/** A user's address or name has changed, and Stripe's customer follows. */
type CustomerDetailsJob = { kind: 'customer_details'; id: string; user_id: string }

/** The words by which people find this Applet have changed. The consumer reads the present ones. */
type SearchIndexJob = { kind: 'search_index'; id: string; applet_id: number }
/** The next portion of what older keys have sealed: rows after this id. `sealed`: how many were sealed again so far. */
export type ResealJob = {
  kind: 'reseal'
  id: string
  table: string
  /** A rowid. */
  after: number
  sealed: number
}

/**
 * The next portion of a scheduled task: of what was due by `before`, unless it is `until`, when the cron trigger starts
 * the task again. Times in ms.
 */
export type ScheduledTaskJob = {
  kind: 'scheduled_task'
  id: string
  task: ScheduledTask
  before: number
  until: number
}
