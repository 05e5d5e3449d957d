import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  SECURITY_EVENTS,
  SECURITY_EVENTS_PAGE_SIZE,
  type EventOutcome,
  type SecurityEventKind,
} from '../../contract/accounts/security-events.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { security_events } from '../../db/schema/security.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { insertSecurityEvent } from '../../db/users/security-events.ts'
import { listSecurityEvents } from './list-security-events.ts'
import { mailDueEvents } from './mail-security-events.ts'
import { tellSecurityEvent } from './tell-security-event.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test('lists what happened, newest first, a page at a time', async () => {
  const ctx = await testCtx()
  const [ada, eve] = [await aUser(ctx.db), await aUser(ctx.db)]
  const mine = { ...(await ctx.as(ada)), userAgent: CHROME, country: 'DE' }
  const { session_id = null } = (await mine.user()) ?? {}
  await insertSecurityEvent(mine, { kind: 'signed_in', outcome: 'refused', user_id: ada.id, session_id: null })
  for (let n = 0; n <= SECURITY_EVENTS_PAGE_SIZE; n++) {
    ctx.advance(n % 2)
    await insertSecurityEvent(mine, { kind: 'signed_in', user_id: ada.id, session_id })
  }
  await insertSecurityEvent(mine, { kind: 'passkey_added', user_id: eve.id, session_id: null })
  const first = await listSecurityEvents(mine, {})
  expect(first.events).toHaveLength(SECURITY_EVENTS_PAGE_SIZE)
  expect(first.events[0]).toMatchObject({
    kind: 'signed_in',
    outcome: 'done',
    device: 'Chrome on Windows',
    country: 'DE',
    current: true,
    created_at: ctx.now(),
  })
  expect(first.events[0]).not.toHaveProperty('session_id')
  const second = await listSecurityEvents(mine, { before: first.next ?? '' })
  expect(second.events.map(({ outcome, current }) => [outcome, current])).toEqual([
    ['done', true],
    ['refused', false],
  ])
  expect(second.next).toBeNull()
  const ids = [...first.events, ...second.events].map(({ id }) => id)
  expect(new Set(ids).size).toBe(SECURITY_EVENTS_PAGE_SIZE + 2)
})

test('records an event only if its change happens', async () => {
  const ctx = await testCtx()
  const ada = await aUser(ctx.db, { password_hash: 'old' })
  const event = { kind: 'password_changed', user_id: ada.id, session_id: null } as const
  const change = (hash: string) =>
    ctx.db.batch([
      insertSecurityEvent(ctx, event, eq(users.password_hash, hash)),
      ctx.db.update(users).set({ password_hash: 'new' }).where(eq(users.password_hash, hash)),
    ])
  await change('another')
  expect(await ctx.db.select().from(security_events)).toEqual([])
  await change('old')
  expect(await ctx.db.select().from(security_events)).toMatchObject([{ kind: 'password_changed', user_id: ada.id }])
})

const mailed: [SecurityEventKind, boolean][] = [
  ['joined', false],
  ['signed_in', false],
  ['new_browser', true],
  ['email_changed', false],
  ['password_reset', true],
  ['password_changed', true],
  ['identity_linked', true],
  ['identity_removed', true],
  ['passkey_added', true],
  ['passkey_removed', true],
  ['account_restored', true],
]
test.each(mailed)('%s is mailed: %s', async (kind, sent) => {
  const { ctx, ada } = await anEvent(kind)
  await ctx.settled()
  expect(ctx.mails().map(({ to }) => to)).toEqual(sent ? [ada.email] : [])
  if (!sent) return
  const [mail] = ctx.mails()
  expect(mail?.text).toContain('Chrome on Windows, DE, 2026-03-01 12:00 UTC')
  expect(mail?.text).toContain(`${ctx.settings.SITE_ORIGIN}/password_reset`)
  expect(mail?.text).toContain(`${ctx.settings.SITE_ORIGIN}/settings#sessions`)
})

test('mails nothing about what was refused', async () => {
  const { ctx } = await anEvent('password_changed', { outcome: 'refused' })
  await ctx.settled()
  expect(ctx.mails()).toEqual([])
  expect(SECURITY_EVENTS.password_changed.refused).not.toBeNull()
})

/** An event recorded and told by a request. `lost`: the request died before it told of it. */
async function anEvent(kind: SecurityEventKind, { outcome = 'done' as EventOutcome, lost = false } = {}) {
  const base = await testCtx()
  const ada = await aUser(base.db, { email: 'ada@example.test', login: 'ada' })
  const ctx = { ...base, userAgent: CHROME, country: 'DE' }
  const event = { kind, outcome, session_id: null }
  await insertSecurityEvent(ctx, { ...event, user_id: ada.id })
  if (!lost) tellSecurityEvent(ctx, ada, event)
  return { ctx, ada }
}

const rounds = async (ctx: TestCtx, count = 3) => {
  for (let n = 0; n < count; n++) {
    ctx.advance(15 * MINUTE)
    await mailDueEvents(ctx, ctx.now())
  }
}

test('the schedule mails what a request that died has not', async () => {
  const { ctx, ada } = await anEvent('password_changed', { lost: true })
  await mailDueEvents(ctx, ctx.now())
  expect(ctx.mails()).toEqual([])
  await rounds(ctx)
  expect(ctx.mails().map(({ to }) => to)).toEqual([ada.email])
  expect(ctx.mails()[0]?.text).toContain('Chrome on Windows, DE, 2026-03-01 12:00 UTC')
})

test('the schedule mails nothing that a request has mailed', async () => {
  const { ctx } = await anEvent('passkey_added')
  await ctx.settled()
  await rounds(ctx)
  expect(ctx.mails()).toHaveLength(1)
})

test('a mail that the queue refuses comes later, once', async () => {
  const { ctx } = await anEvent('passkey_added', { lost: true })
  const { send } = ctx.queue
  const refusing = { ...ctx, queue: { send: () => Promise.reject(new Error('The queue is down.')) } }
  await rounds(refusing, 2)
  await rounds({ ...ctx, queue: { send } })
  expect(ctx.mails()).toHaveLength(1)
})

test('nobody writes to an account that is gone', async () => {
  const { ctx, ada } = await anEvent('passkey_added', { lost: true })
  await ctx.db
    .update(users)
    .set({ login: `~${ada.id}`, email: `~${ada.id}`.toLowerCase() })
    .where(eq(users.id, ada.id))
  await rounds(ctx)
  expect(ctx.mails()).toEqual([])
  expect((await ctx.db.select().from(security_events))[0]?.mail_due_at).toBeNull()
})
