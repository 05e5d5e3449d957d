import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { stripe_events } from '../../db/schema/stripe-events.ts'
import { connect } from '../../system/d1/client.ts'
import { makeCtx, SYSTEM } from '../../app/context/make-ctx.ts'
import { settingsOf, type Email } from '../../system/context/env.ts'
import { aUser } from '../../testing/rows.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { sumUpErrorLines } from './sum-up-error-lines.ts'
import { startCountingIsolate } from '../../testing/counting-isolate.ts'
import { consumeJobs } from './queue-consumer.ts'
import type { Job, MailJob, SentJob } from '../../contract/jobs/jobs.ts'
import { verifyEmailMail } from '../../messages/mail/mails.ts'
import { messages_sent } from '../../db/schema/messages.ts'

const db = connect(env.DB)
const ctx = () => makeCtx(env, settingsOf(env), SYSTEM, () => {})

/** A mail service that records its mails and refuses the given addresses, with this code if it has one. */
function aMailService(refused: string[] = [], code?: string) {
  const sent: Email[] = []
  const send = async (message: Email) => {
    if (refused.includes(message.to)) throw Object.assign(new Error('The mail service is down.'), code && { code })
    sent.push(message)
  }
  return { sent, binding: { send } }
}

function aJob(id: string, to: string, user_id: string): MailJob {
  const mail = verifyEmailMail({
    product: 'Switchyard',
    login: 'ada',
    link: 'https://switchyard.test/verify_email?token=t',
  })
  return { kind: 'mail', id, user_id, to, ...mail }
}

async function deliver(jobs: (MailJob & SentJob)[], service: ReturnType<typeof aMailService>, attempts = 1) {
  const messages = jobs.map((body) => ({ id: `queue-${body.id}`, timestamp: new Date(), attempts, body }))
  const batch = createMessageBatch<MailJob>('switchyard-jobs', messages)
  await consumeJobs(batch, { ...env, EMAIL: service.binding }, ctx())
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  return { acked: explicitAcks, retried: retryMessages }
}

test('sends a queued mail from our address to its recipient', async () => {
  await emptyDatabase()
  const user = await aUser(db)
  const service = aMailService()
  const job = aJob('job_1', 'ada@example.test', user.id)
  expect(await deliver([job], service)).toEqual({ acked: ['queue-job_1'], retried: [] })
  const { to, subject, text, html } = job
  const headers = { 'X-Loop': 'localhost:8788' }
  expect(service.sent).toEqual([{ from: 'Switchyard <hello@switchyard.example>', to, subject, text, html, headers }])
  const [row] = await db.select().from(messages_sent)
  expect(row).toMatchObject({ id: 'job_1', channel: 'email', template: 'verify_email', user_id: user.id })
  expect(JSON.stringify(row)).not.toContain('example.test')
})

test('a failed job is logged with the id of its request', async () => {
  await emptyDatabase()
  const user = await aUser(db)
  const logged = listenToLog()
  const job = { ...aJob('job_1', 'lost@example.test', user.id), log_ids: { request_id: '00cc' } }
  await deliver([job], aMailService(['lost@example.test']))
  expect(logged('job_failed')).toMatchObject([{ request_id: '00cc', id: 'job_1' }])
})

test('sends a redelivered job once', async () => {
  await emptyDatabase()
  const user = await aUser(db)
  const service = aMailService()
  const job = aJob('job_1', 'ada@example.test', user.id)
  await deliver([job, job], service)
  expect(await deliver([job], service)).toMatchObject({ acked: ['queue-job_1'] })
  expect(service.sent).toHaveLength(1)
})

test('retries a failed mail later without delaying the others', async () => {
  await emptyDatabase()
  const user = await aUser(db)
  const [down, up] = [aMailService(['ada@example.test']), aMailService()]
  const jobs = [aJob('job_1', 'ada@example.test', user.id), aJob('job_2', 'bob@example.test', user.id)]
  expect(await deliver(jobs, down, 3)).toEqual({
    acked: ['queue-job_2'],
    retried: [{ msgId: 'queue-job_1' }],
  })
  expect(await deliver(jobs.slice(0, 1), up, 4)).toMatchObject({ acked: ['queue-job_1'] })
  expect(up.sent).toHaveLength(1)
})

test.each(['E_RECIPIENT_SUPPRESSED', 'E_VALIDATION_ERROR', 'E_HEADER_VALUE_INVALID'])(
  'gives a mail up at once that is refused with %s',
  async (code) => {
    await emptyDatabase()
    const user = await aUser(db)
    const logged = listenToLog()
    const refusing = aMailService(['ada@example.test'], code)
    const outcome = await deliver([aJob('job_1', 'ada@example.test', user.id)], refusing)
    expect(outcome).toEqual({ acked: ['queue-job_1'], retried: [] })
    expect(logged('job_failed')).toEqual([])
    expect(logged('job_given_up')).toMatchObject([
      { user_id: user.id, message: `The mail service refused it: ${code}.` },
    ])
  },
)

test.each(['E_RATE_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED', 'E_INTERNAL_SERVER_ERROR'])(
  'tries a mail again that is refused with %s',
  async (code) => {
    await emptyDatabase()
    const user = await aUser(db)
    const refusing = aMailService(['ada@example.test'], code)
    const { retried } = await deliver([aJob('job_1', 'ada@example.test', user.id)], refusing)
    expect(retried).toHaveLength(1)
  },
)

test('logs ten failed jobs of a user an hour, sums up more', async () => {
  await emptyDatabase()
  const [ada, bob] = [await aUser(db), await aUser(db)]
  const jobs = Array.from({ length: 13 }, (_, n) => aJob(`job_${n}`, 'ada@example.test', ada.id))
  const logged = listenToLog()
  const settled = startCountingIsolate()
  const down = aMailService(['ada@example.test'])
  await deliver([...jobs, aJob('job_bob', 'ada@example.test', bob.id)], down)
  await settled()
  const lines = logged('job_failed').map(({ user_id }) => user_id)
  expect([lines.filter((id) => id === ada.id).length, lines.filter((id) => id === bob.id).length]).toEqual([10, 1])
  await sumUpErrorLines({ db, now: () => Date.now() + HOUR })
  expect(logged('error_lines_left_out')).toMatchObject([{ whose: ada.id, lines: 3 }])
})

test("counts the failed jobs of isolates together, and nobody's by kind", async () => {
  await emptyDatabase()
  const logged = listenToLog()
  const settled = []
  for (let isolate = 1; isolate <= 2; isolate++) {
    settled.push(startCountingIsolate())
    for (let n = 1; n <= 6; n++) {
      const jobs: SentJob[] = [
        { kind: 'search_index', id: `own_${n}`, applet_id: 1, sent_by: 'usr_2' },
        { kind: 'stripe_event', id: `nobodys_${n}` },
      ]
      const messages = jobs.map((body) => ({ id: body.id, timestamp: new Date(), attempts: 1, body }))
      await consumeJobs(createMessageBatch<SentJob>('switchyard-jobs-dead', messages), env, ctx())
    }
  }
  await Promise.all(settled.map((each) => each()))
  expect(logged('job_given_up').filter(({ kind }) => kind === 'search_index')).toHaveLength(10)
  expect(logged('job_given_up').filter(({ kind }) => kind === 'stripe_event')).toHaveLength(10)
})

test("sends a deleted account's mail once", async () => {
  await emptyDatabase()
  const service = aMailService()
  const job = aJob('job_1', 'ada@example.test', 'usr_gone')
  expect(await deliver([job], service)).toMatchObject({ acked: ['queue-job_1'], retried: [] })
  await deliver([job], service)
  expect(service.sent).toHaveLength(1)
})

test('marks an abandoned Stripe event for replay', async () => {
  await emptyDatabase()
  const row = { id: 'evt_1', type: 'invoice.paid', customer: 'cus_1', created_at: 1, received_at: 1 }
  await db.insert(stripe_events).values(row)
  const jobs: Job[] = [{ kind: 'stripe_event', id: 'evt_1' }, aJob('job_1', 'ada@example.test', 'usr_gone')]
  const messages = jobs.map((body) => ({ id: `dead-${body.id}`, timestamp: new Date(), attempts: 1, body }))
  const service = aMailService()
  const batch = createMessageBatch<Job>('switchyard-jobs-dead', messages)
  await consumeJobs(batch, { ...env, EMAIL: service.binding }, ctx())
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext())
  expect(explicitAcks).toEqual(['dead-evt_1', 'dead-job_1'])
  expect(service.sent).toEqual([])
  expect(await db.select().from(stripe_events)).toMatchObject([{ id: 'evt_1', parked: 'gave_up', processed_at: null }])
})

test("gives up what arrives in the operator's own dead-letter queue", async () => {
  await emptyDatabase()
  const service = aMailService()
  const message = { id: 'm', timestamp: new Date(), attempts: 1, body: aJob('job_1', 'ada@example.test', 'usr_1') }
  const batch = createMessageBatch<Job>('acme-dead', [message])
  const settings = { ...settingsOf(env), DEAD_LETTER_QUEUE: 'acme-dead' }
  const logged = listenToLog()
  await consumeJobs(
    batch,
    { ...env, EMAIL: service.binding },
    makeCtx(env, settings, SYSTEM, () => {}),
  )
  expect(service.sent).toEqual([])
  expect(logged('job_given_up')).toMatchObject([{ kind: 'mail', id: 'job_1' }])
})

test('retries a Stripe event that it cannot handle now', async () => {
  await emptyDatabase()
  const row = { id: 'evt_1', type: 'invoice.paid', customer: 'cus_1', created_at: 1, received_at: 1 }
  await db.insert(stripe_events).values(row)
  await aUser(db, { stripe_customer_id: 'cus_1' })
  const body: Job = { kind: 'stripe_event', id: 'evt_1' }
  const message = { id: 'm', timestamp: new Date(), attempts: 1, body }
  const batch = createMessageBatch<Job>('switchyard-jobs', [message])
  // Without a Stripe key the event cannot be handled.
  await consumeJobs(batch, env, ctx())
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  expect([explicitAcks, retryMessages.length]).toEqual([[], 1])
  expect(await db.select().from(stripe_events)).toMatchObject([{ attempts: 1, processed_at: null }])
})
