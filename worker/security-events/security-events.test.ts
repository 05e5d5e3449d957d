import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  SECURITY_EVENTS,
  SECURITY_EVENTS_PAGE_SIZE,
  type SecurityEventKind,
} from '../contract/accounts/security-events.ts'
import { users } from '../db/schema/accounts.ts'
import { security_events } from '../db/schema/security.ts'
import { aUser } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { insertSecurityEvent } from './insert-security-event.ts'
import { listSecurityEvents } from './list-security-events.ts'
import { tellSecurityEvent } from './tell-security-event.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

// §D39-01
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

// §D39-01
test('refuses security events to visitors and ended sessions', async () => {
  const ctx = await testCtx()
  await expect(listSecurityEvents(ctx, {})).rejects.toMatchObject({ code: 'not_signed_in' })
  const ended = { ...ctx, sessionHash: 'ended' }
  await expect(listSecurityEvents(ended, {})).rejects.toMatchObject({ code: 'not_signed_in' })
})

// §D39-03
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
  ['email_changed', true],
  ['password_reset', true],
  ['password_changed', true],
  ['identity_linked', true],
  ['identity_removed', true],
  ['passkey_added', true],
  ['passkey_removed', true],
]
// §D39-04
test.each(mailed)('%s is mailed: %s', async (kind, sent) => {
  const ctx = await testCtx()
  const told = { id: 'usr_1', email: 'ada@example.test', login: 'ada' }
  tellSecurityEvent({ ...ctx, userAgent: CHROME, country: 'DE' }, told, { kind, session_id: null })
  await ctx.settled()
  expect(ctx.mails().map(({ to }) => to)).toEqual(sent ? [told.email] : [])
  if (!sent) return
  const [mail] = ctx.mails()
  expect(mail?.text).toContain('Chrome on Windows, DE, 2026-03-01 12:00 UTC')
  expect(mail?.text).toContain(`${ctx.settings.SITE_ORIGIN}/password_reset`)
  expect(mail?.text).toContain(`${ctx.settings.SITE_ORIGIN}/settings#sessions`)
})

test('mails nothing about what was refused', async () => {
  const ctx = await testCtx()
  const told = { id: 'usr_1', email: 'ada@example.test', login: 'ada' }
  tellSecurityEvent(ctx, told, { kind: 'password_changed', outcome: 'refused', session_id: null })
  await ctx.settled()
  expect(ctx.mails()).toEqual([])
  expect(SECURITY_EVENTS.password_changed.refused).not.toBeNull()
})
