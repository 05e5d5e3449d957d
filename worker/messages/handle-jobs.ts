import { eq } from 'drizzle-orm'
import { connect } from '../db/client.ts'
import type { Env } from '../env.ts'
import { log } from '../http/log.ts'
import { settingsOf } from '../http/with-ctx.ts'
import { makeCtx, SYSTEM } from '../make-ctx.ts'
import { deliverPush } from '../push/deliver-push.ts'
import type { Job, MailJob } from './job.ts'
import { recordSent } from './record-sent.ts'
import { messages_sent } from './tables.ts'

/** The queue's consumer. Each job is acknowledged or retried by itself; a job that was done before is only acknowledged. */
export async function handleJobs(batch: MessageBatch<Job>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await handle(env, message.body)
      message.ack()
    } catch (error) {
      log('error', 'job_failed', { kind: message.body.kind, id: message.body.id, message: String(error) })
      message.retry({ delaySeconds: 2 ** Math.min(message.attempts, 8) })
    }
  }
}

function handle(env: Env, job: Job): Promise<void> {
  if (job.kind === 'mail') return sendMail(env, job)
  return deliverPush(
    makeCtx(env, settingsOf(env), SYSTEM, () => {}),
    job,
  )
}

async function sendMail(env: Env, job: MailJob): Promise<void> {
  const db = connect(env.DB)
  const { SECRET_KEY, MAIL_FROM } = settingsOf(env)
  const [sent] = await db.select({ id: messages_sent.id }).from(messages_sent).where(eq(messages_sent.id, job.id))
  if (sent) return
  const { id, template, user_id, to, subject, text, html } = job
  await env.EMAIL.send({ to, from: MAIL_FROM, subject, text, html })
  await recordSent(db, SECRET_KEY, { id, channel: 'email', template, user_id, to, sent_at: Date.now() })
}
