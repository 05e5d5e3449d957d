import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import type { GraphqlResponse } from '../../contract/graphql/graphql-documents.ts'
import { ABANDONED_CHECKOUT } from '../../contract/graphql/purchase-documents.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import type { Email } from '../../system/context/env.ts'
import { consumeJobs } from '../../operations/jobs/queue-consumer.ts'
import type { Job } from '../../contract/jobs/jobs.ts'
import { setReminders } from '../../messages/mail/set-reminders.ts'
import { messages_sent } from '../../db/schema/messages.ts'
import { call } from '../../testing/call-api.ts'
import { aSubscription, aUser, signIn } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { scheduleAbandonedMail } from './schedule-abandoned-mail.ts'
import { prices } from '../../db/schema/billing.ts'
import { CATALOGUE } from '../testing/billing.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'

const PRO: { plan_id: SoldPlan } = { plan_id: 'intermediate_pro' }
const ADA = { login: 'ada', email: 'ada@example.test', email_verified_at: 1 }

type Sent = { job: Job; delay: number | undefined }
let ctx: TestCtx
let queued: Sent[]
let mails: Email[]
beforeEach(async () => {
  ctx = await testCtx()
  await ctx.db.insert(prices).values(CATALOGUE)
  queued = []
  mails = []
})

/** A signed-in user; `queued` collects what goes into the queue. */
async function aReader(given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(ctx.db, { ...ADA, ...given })
  const send: TestCtx['queue']['send'] = async (job, options) => {
    queued.push({ job, delay: options?.delaySeconds })
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
  }
  const mine = { ...(await ctx.as(user)), queue: { send } }
  return { user, mine, leave: () => scheduleAbandonedMail(mine, PRO) }
}

/** The queue delivers its jobs this many times. */
async function bring(times = 1) {
  for (let n = 0; n < times; n++) {
    const messages = queued.map(({ job }) => ({ id: job.id, timestamp: new Date(), attempts: n + 1, body: job }))
    const batch = createMessageBatch<Job>('switchyard-jobs', messages)
    const EMAIL = { send: async (mail: Email) => void mails.push(mail) }
    await consumeJobs(batch, { ...env, EMAIL }, ctx)
    const { explicitAcks } = await getQueueResult(batch, createExecutionContext())
    expect(explicitAcks).toHaveLength(messages.length)
  }
}

test('mails plans and prices an hour after checkout is abandoned', async () => {
  const { user, leave } = await aReader()
  expect(await leave()).toEqual({ email_scheduled: true })
  expect(queued).toMatchObject([
    { delay: 3600, job: { kind: 'abandoned_checkout', user_id: user.id, plan_id: 'intermediate_pro' } },
  ])
  await bring()
  expect(mails).toMatchObject([{ to: 'ada@example.test', subject: 'Your way back to Switchyard Pro' }])
  expect(mails[0]?.text).toContain('It costs $3.49 a month or $34.99 a year')
  expect(mails[0]?.text).toContain(`${ctx.settings.SITE_ORIGIN}/subscribe/pro\n`)
})

test('lets the mail program unsubscribe in one press', async () => {
  const { leave } = await aReader()
  await leave()
  await bring()
  expect(mails[0]?.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:8788\/unsubscribe\?token=[\w.-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Loop': 'localhost:8788',
  })
})

test('mails a student the student price only', async () => {
  const { leave } = await aReader({ student: true })
  await leave()
  await bring()
  expect(mails[0]?.text).toContain('It costs $19.99 a year. You')
})

test('schedules one mail a week, even for two tabs', async () => {
  const { leave } = await aReader()
  const both = await Promise.all([leave(), leave()])
  expect(both.map(({ email_scheduled }) => email_scheduled).toSorted()).toEqual([false, true])
  ctx.advance(7 * DAY - 1)
  expect(await leave()).toEqual({ email_scheduled: false })
  ctx.advance(1)
  expect(await leave()).toEqual({ email_scheduled: true })
  expect(queued).toHaveLength(2)
})

test('sends the mail once when the queue delivers it twice', async () => {
  const { leave } = await aReader()
  await leave()
  await bring(3)
  expect(mails).toHaveLength(1)
  expect(await ctx.db.select().from(messages_sent)).toMatchObject([{ template: 'abandoned_checkout' }])
})

test('schedules nothing when queueing fails, so a retry may', async () => {
  const { mine, leave } = await aReader()
  const full = { send: () => Promise.reject(new Error('The queue is away.')) }
  await expect(scheduleAbandonedMail({ ...mine, queue: full }, PRO)).rejects.toThrow('away')
  expect(await leave()).toEqual({ email_scheduled: true })
})

test.each(['stripe', 'app_store'] as const)('does not mail a user with a plan by %s', async (payment_type) => {
  const { user, leave } = await aReader()
  await aSubscription(ctx.db, user, { tier: 'intermediate_pro', payment_type })
  expect(await leave()).toEqual({ email_scheduled: false })
  expect(queued).toEqual([])
})

test('mails a user whose plan has ended', async () => {
  const { user, leave } = await aReader()
  await aSubscription(ctx.db, user, { tier: 'pro', status: 'canceled', current_period_end: null })
  expect(await leave()).toEqual({ email_scheduled: true })
})

test('does not mail an unconfirmed address', async () => {
  const { leave } = await aReader({ email_verified_at: null })
  expect(await leave()).toEqual({ email_scheduled: false })
})

test('does not mail a user who unsubscribed until they resubscribe', async () => {
  const { mine, leave } = await aReader()
  await setReminders(mine, { reminders: false })
  expect(await leave()).toEqual({ email_scheduled: false })
  await setReminders(mine, { reminders: true })
  expect(await leave()).toEqual({ email_scheduled: true })
})

test('does not mail a user who subscribed within the hour', async () => {
  const { user, leave } = await aReader()
  await leave()
  await aSubscription(ctx.db, user, { tier: 'intermediate_pro' })
  await bring()
  expect(mails).toEqual([])
})

test('does not mail a user who unsubscribed within the hour', async () => {
  const { mine, leave } = await aReader()
  await leave()
  await setReminders(mine, { reminders: false })
  await bring()
  expect(mails).toEqual([])
})

test('does not mail a user who deleted the account within the hour', async () => {
  const { leave, user } = await aReader()
  await leave()
  await ctx.db
    .update(users)
    .set({ deletes_at: ctx.now() + DAY })
    .where(eq(users.id, user.id))
  await bring()
  expect(mails).toEqual([])
})

test('does not mail about an unsold plan or a deleted account', async () => {
  const { leave } = await aReader()
  await leave()
  await ctx.db.update(prices).set({ active: false })
  await bring()
  queued = [{ delay: 0, job: { kind: 'abandoned_checkout', id: 'job_x', user_id: 'usr_gone', ...PRO } }]
  await bring()
  expect(mails).toEqual([])
})

type Answer = GraphqlResponse<{ userProAbandonedCheckoutEmail: unknown }>
async function ask(plan_id: string, session?: string): Promise<Answer> {
  const body = { query: ABANDONED_CHECKOUT.query, variables: { plan_id } }
  const response = await call('POST', '/graphql', { body, ...(session && { session }) })
  return response.json<Answer>()
}

// §7-32
test('userProAbandonedCheckoutEmail says whether it scheduled a mail', async () => {
  const user = await aUser(ctx.db, ADA)
  const { token } = await signIn(ctx.db, user, Date.now())
  const answer = (email_scheduled: boolean) => ({
    data: { userProAbandonedCheckoutEmail: { email_scheduled, errors: [] } },
  })
  expect(await ask('pro', token)).toEqual(answer(true))
  expect(await ask('pro', token)).toEqual(answer(false))
})

// §7-32
test('userProAbandonedCheckoutEmail rejects an unsold plan_id and answers visitors null', async () => {
  const user = await aUser(ctx.db, ADA)
  const { token } = await signIn(ctx.db, user, Date.now())
  const errors = [{ attribute: 'plan_id', message: expect.any(String) }]
  const refused = { data: { userProAbandonedCheckoutEmail: { email_scheduled: false, errors } } }
  expect(await ask('legacy_pro', token)).toEqual(refused)
  expect(await ask('', token)).toEqual(refused)
  expect(await ask('pro')).toMatchObject({ data: null, errors: [{ extensions: { code: 'not_signed_in' } }] })
  expect(await ctx.db.select({ at: users.reminder_scheduled_at }).from(users)).toEqual([{ at: null }])
})
