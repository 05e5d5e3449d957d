import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rate_limits, sessions, used_links } from '../../db/schema/accounts.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { activity_log } from '../../db/schema/applets.ts'
import { stripe_events } from '../../db/schema/stripe-events.ts'
import { EMPTY_DRAFT } from '../../contract/drafts/draft.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { grant_revocations, oauth_clients, oauth_states } from '../../db/schema/connections.ts'
import {
  ACTIVITY_KEPT,
  CLOSED_REPORTS_KEPT,
  DIGEST_LINES_KEPT,
  DRAFTS_KEPT,
  SECURITY_EVENTS_KEPT,
  SESSION_IDLE,
  STRIPE_EVENTS_KEPT,
  UNUSED_CLIENTS_KEPT,
} from '../../contract/limits.ts'
import { getMe } from '../../users/accounts/get-me.ts'
import { aConnectedAccount, anApplet, aService, aUser, signIn } from '../../testing/rows.ts'
import { digest_lines, notifications } from '../../db/schema/notifications.ts'
import { messages_sent } from '../../db/schema/messages.ts'
import { applet_reports } from '../../db/schema/moderation.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { passkey_challenges } from '../../db/schema/passkeys.ts'
import { oidc_states } from '../../db/schema/oidc.ts'
import { security_events } from '../../db/schema/security.ts'
import { TEST_START as NOW, testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { purgeExpired } from './purge-expired.ts'

let ctx: TestCtx
let user: Awaited<ReturnType<typeof aUser>>
beforeEach(async () => {
  ctx = await testCtx()
  user = await aUser(ctx.db)
})

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('deletes sessions that ended, idled too long or expired', async () => {
  const live = await signIn(ctx.db, user, NOW)
  for (const over of [{ revoked_at: NOW - 1 }, { last_seen_at: NOW - SESSION_IDLE - 1 }, { expires_at: NOW - 1 }]) {
    const { id } = await signIn(ctx.db, user, NOW)
    await ctx.db.update(sessions).set(over).where(eq(sessions.id, id))
  }
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(sessions))).toEqual([live.id])
})

test('deletes expired counters, links and service sign-ins', async () => {
  await aService(ctx.db, { module_name: 'github' })
  const [over, still] = [NOW - 1, NOW + 1]
  const state = { user_id: user.id, browser_hash: 'x', module_name: 'github', code_verifier: 'x', modules: [] }
  const begun = { browser_hash: 'x', nonce: 'x', code_verifier: 'x', return_to: '/' }
  for (const [name, time] of Object.entries({ over, still })) {
    await ctx.db.insert(rate_limits).values({ bucket: name, count: 3, resets_at: time })
    await ctx.db.insert(used_links).values({ jti: name, used_at: 0, expires_at: time })
    await ctx.db.insert(oauth_states).values({ state_hash: name, return_to: '/', expires_at: time, ...state })
    await ctx.db.insert(oidc_states).values({ ...begun, state_hash: name, expires_at: time })
  }
  await purgeExpired(ctx)
  expect((await ctx.db.select().from(rate_limits)).map(({ bucket }) => bucket)).toEqual(['still'])
  expect((await ctx.db.select().from(used_links)).map(({ jti }) => jti)).toEqual(['still'])
  expect((await ctx.db.select().from(oauth_states)).map(({ state_hash }) => state_hash)).toEqual(['still'])
  expect((await ctx.db.select().from(oidc_states)).map(({ state_hash }) => state_hash)).toEqual(['still'])
})

test("keeps only today's AI maker counts", async () => {
  const row = { user_id: user.id, count: 3 }
  const days = ['2025-12-31', '2026-02-28', '2026-03-01']
  await ctx.db.insert(ai_creations).values(days.map((day) => ({ ...row, day })))
  await purgeExpired(ctx)
  expect((await ctx.db.select().from(ai_creations)).map(({ day }) => day)).toEqual(['2026-03-01'])
})

test('keeps drafts for thirty days after the last change', async () => {
  const doc = EMPTY_DRAFT
  await ctx.db.insert(drafts).values([
    { user_id: user.id, doc, version: 7, created_at: 1, updated_at: NOW - DRAFTS_KEPT - 1 },
    { user_id: user.id, doc, version: 8, created_at: 1, updated_at: NOW - DRAFTS_KEPT },
  ])
  await purgeExpired(ctx)
  expect(await ctx.db.select({ version: drafts.version }).from(drafts)).toEqual([{ version: 8 }])
})

test('keeps activity and sent messages for 400 days', async () => {
  const line = { user_id: user.id, kind: 'enabled' as const }
  await ctx.db.insert(activity_log).values([
    { id: 'before', created_at: NOW - ACTIVITY_KEPT - 1, ...line },
    { id: 'since', created_at: NOW - ACTIVITY_KEPT, ...line },
  ])
  const message = { channel: 'email' as const, template: 'verify_email', recipient_hash: 'x' }
  await ctx.db.insert(messages_sent).values([
    { id: 'before', sent_at: NOW - ACTIVITY_KEPT - 1, ...message },
    { id: 'since', sent_at: NOW - ACTIVITY_KEPT, ...message },
  ])
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(activity_log))).toEqual(['since'])
  expect(idsOf(await ctx.db.select().from(messages_sent))).toEqual(['since'])
})

test('keeps mails about money for 400 days, and unsent ones', async () => {
  const mail = {
    kind: 'receipt' as const,
    user_id: user.id,
    subscription: 'sub_1',
    created_at: NOW - ACTIVITY_KEPT - 1,
  }
  await ctx.db.insert(money_mails).values([
    { ...mail, id: 'before', subject: 'in_1', outcome: 'queued' },
    { ...mail, id: 'unsent', subject: 'in_2' },
    { ...mail, id: 'since', subject: 'in_3', outcome: 'queued', created_at: NOW - ACTIVITY_KEPT },
  ])
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(money_mails))).toEqual(['unsent', 'since'])
})

test('keeps notifications for 400 days, digest lines for 60', async () => {
  const row = { user_id: user.id, text: 'x' }
  const at = (created_at: number) => ({ ...row, id: `at_${created_at}`, effect_key: `at_${created_at}`, created_at })
  await ctx.db.insert(notifications).values([at(NOW - ACTIVITY_KEPT - 1), at(NOW - ACTIVITY_KEPT)])
  await ctx.db.insert(digest_lines).values([at(NOW - DIGEST_LINES_KEPT - 1), at(NOW - DIGEST_LINES_KEPT)])
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(notifications))).toEqual([`at_${NOW - ACTIVITY_KEPT}`])
  expect(idsOf(await ctx.db.select().from(digest_lines))).toEqual([`at_${NOW - DIGEST_LINES_KEPT}`])
})

test('deletes handled Stripe events after 60 days, keeps unhandled ones', async () => {
  const event = (id: string, received_at: number, processed_at: number | null) => ({
    id,
    received_at,
    processed_at,
    type: 'invoice.paid',
    created_at: received_at,
  })
  const before = NOW - STRIPE_EVENTS_KEPT - 1
  const rows = [event('evt_done', before, before), event('evt_open', before, null), event('evt_new', NOW, NOW)]
  await ctx.db.insert(stripe_events).values(rows)
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(stripe_events)).toSorted()).toEqual(['evt_new', 'evt_open'])
})

test('deletes expired challenges of passkeys', async () => {
  const asked = { browser_hash: 'x', purpose: 'sign_in' as const, user_id: null }
  await ctx.db.insert(passkey_challenges).values([
    { challenge_hash: 'over', ...asked, expires_at: NOW - 1 },
    { challenge_hash: 'still', ...asked, expires_at: NOW + 1 },
  ])
  await purgeExpired(ctx)
  const left = await ctx.db.select().from(passkey_challenges)
  expect(left.map(({ challenge_hash }) => challenge_hash)).toEqual(['still'])
})

test('keeps security events for 90 days, without their account too', async () => {
  const event = (id: string, created_at: number) => ({
    id,
    user_id: 'usr_deleted',
    kind: 'signed_in' as const,
    outcome: 'done' as const,
    device: 'Chrome on Windows',
    created_at,
  })
  const before = NOW - SECURITY_EVENTS_KEPT - 1
  await ctx.db.insert(security_events).values([event('before', before), event('since', before + 1)])
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(security_events))).toEqual(['since'])
})

test('keeps closed reports for 90 days, and open ones', async () => {
  const { id: applet_id } = await anApplet(ctx.db, user, [])
  const report = (id: string, closed_at: number | null) => {
    return { id, reporter: id, applet_id, reason: 'spam' as const, text: 'x', created_at: 1, closed_at }
  }
  const before = NOW - CLOSED_REPORTS_KEPT - 1
  await ctx.db
    .insert(applet_reports)
    .values([report('before', before), report('since', before + 1), report('open', null)])
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(applet_reports)).toSorted()).toEqual(['open', 'since'])
})

test('keeps clients of servers while an account or grant needs them', async () => {
  await aService(ctx.db, { module_name: 'github' })
  const before = NOW - UNUSED_CLIENTS_KEPT - 1
  const client = (id: string, updated_at: number) => ({
    id,
    server: `https://${id}.example`,
    module_name: 'github',
    client: 'x',
    redirect_uri: 'x',
    scopes: 'x',
    endpoints: { issuer: 'x', authorize_url: 'x', token_url: 'x', revoke_url: null, has_pkce: true },
    created_at: 1,
    updated_at,
  })
  await ctx.db
    .insert(oauth_clients)
    .values([client('unused', before), client('since', before + 1), client('account', before), client('grant', before)])
  await aConnectedAccount(ctx.db, user, 'github', { server: 'https://account.example' })
  const grant = {
    user_id: user.id,
    module_name: 'github',
    account_id: 'x',
    token: 'x',
    server: 'https://grant.example',
  }
  await ctx.db.insert(grant_revocations).values({ id: 'g', ...grant, created_at: 1, next_at: NOW })
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(oauth_clients)).toSorted()).toEqual(['account', 'grant', 'since'])
  // In use then, so not looked at before as much time has passed again.
  await ctx.db.delete(grant_revocations)
  await purgeExpired(ctx)
  expect(await ctx.db.select().from(oauth_clients)).toHaveLength(3)
  ctx.advance(UNUSED_CLIENTS_KEPT + 1)
  await purgeExpired(ctx)
  expect(idsOf(await ctx.db.select().from(oauth_clients))).toEqual(['account'])
})

test('a moved clock ends no session', async () => {
  const base = await testCtx()
  const somebody = await aUser(base.db)
  const signedIn = await base.as(somebody)
  const moved = { ...signedIn, now: () => signedIn.now() + SESSION_IDLE + 1 }
  await purgeExpired(moved)
  expect(await getMe(moved)).toMatchObject({ id: somebody.id })
})
