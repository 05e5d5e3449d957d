import { followCustomer } from '../../billing/customer/follow-customer.ts'
import { handleStripeEvent } from '../../billing/webhook/handle-stripe-event.ts'
import { reviewCredit } from '../../billing/credit/refund-credit.ts'
import { sendAbandonedMail } from '../../billing/abandoned/send-abandoned-mail.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Env } from '../../system/context/env.ts'
import { pollNow } from '../../engine/hooks/poll-now.ts'
import { log, stackOf, noteForLog, withLogIds } from '../../system/log/log.ts'
import { FinalFailure } from '../../system/errors/final-failure.ts'
import { indexApplets } from '../../db/search/index-applets.ts'
import { deliverPush } from '../../messages/push/deliver-push.ts'
import { deliverMail } from '../../messages/mail/deliver-mail.ts'
import type { Job, SentJob } from '../../contract/jobs/jobs.ts'
import { resealPortion } from '../reseal/reseal-rows.ts'
import { runPortion } from './scheduled-tasks.ts'
import { giveUpOnEvent } from '../../db/billing/stored-stripe-events.ts'

/** The queue's consumer. Acknowledges or retries each job separately; a job already done is only acknowledged. */
export async function consumeJobs(batch: MessageBatch<SentJob>, env: Env, ctx: Ctx): Promise<void> {
  const handle = batch.queue === ctx.settings.DEAD_LETTER_QUEUE ? bury : work
  let portions = 0
  for (const message of batch.messages) {
    const job = message.body
    await withLogIds(job.log_ids ?? {}, async () => {
      const user_id = userOfJob(job)
      if (user_id !== undefined) noteForLog({ user_id })
      try {
        // A portion takes most of what D1 takes of one invocation, so a second one has to wait for another.
        if (job.kind === 'scheduled_task' && ++portions > 1) await ctx.queue.send(job)
        else await handle(ctx, env, job)
        message.ack()
      } catch (error) {
        const fields = { ...namesOf(job), message: String(error), stack: stackOf(error) }
        log('error', 'job_failed', fields, ownerOf(job))
        message.retry({ delaySeconds: 2 ** Math.min(message.attempts, 8) })
      }
    })
  }
}

/** Works on a job. A failure that would only come again gives it up at once. */
async function work(ctx: Ctx, env: Env, job: SentJob): Promise<void> {
  try {
    await workByKind(ctx, env, job)
  } catch (error) {
    if (!(error instanceof FinalFailure)) throw error
    await giveUp(ctx, job, error.message)
  }
}

function workByKind(ctx: Ctx, env: Env, job: Job): Promise<void> {
  switch (job.kind) {
    case 'mail':
      return deliverMail(ctx, env.EMAIL, job)
    case 'push':
      return deliverPush(ctx, job)
    case 'stripe_event':
      return handleStripeEvent(ctx, job.id)
    case 'abandoned_checkout':
      return sendAbandonedMail(ctx, env.EMAIL, job)
    case 'poll_now':
      return pollNow(ctx, job)
    case 'credit_review':
      return reviewCredit(ctx, job.id)
    case 'customer_details':
      return followCustomer(ctx, job.user_id)
    case 'search_index':
      return indexApplets(ctx, [job.applet_id])
    case 'reseal':
      return resealPortion(ctx, job)
    case 'scheduled_task':
      return runPortion(ctx, job)
  }
}

function bury(ctx: Ctx, _: Env, job: SentJob): Promise<void> {
  return giveUp(ctx, job, 'It failed too often.')
}

/** Gives a job up. A Stripe event stays marked for the schedule, or for the operator to replay. */
async function giveUp(ctx: Ctx, job: SentJob, message: string): Promise<void> {
  log('error', 'job_given_up', { ...namesOf(job), message }, ownerOf(job))
  if (job.kind === 'stripe_event') await giveUpOnEvent(ctx, job.id)
}

function namesOf(job: SentJob) {
  return { kind: job.kind, id: job.id, user_id: userOfJob(job) }
}

/** Whose errors those of the job are: its user's, or all those of its kind. */
function ownerOf(job: SentJob): string {
  return userOfJob(job) ?? job.kind
}

/** The user whose job it is, or who sent it; undefined for one that the clock or Stripe began. */
function userOfJob(job: SentJob): string | undefined {
  return 'user_id' in job ? job.user_id : job.sent_by
}
