import { eq, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  accountRows,
  aConnectionFixture,
  begin,
  connectService,
} from '../../../connections/testing/connection.fixture.ts'
import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { createDraft } from '../../../applets/drafts/edit/create-draft.ts'
import { users } from '../../../db/schema/accounts.ts'
import { activity_log, applets, enablements } from '../../../db/schema/applets.ts'
import { oauth_states } from '../../../db/schema/connections.ts'
import { digest_lines } from '../../../db/schema/notifications.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { recovery_codes } from '../../../db/schema/second-factors.ts'
import { push_subscriptions } from '../../../db/schema/push.ts'
import { makeMakerKey } from '../../../engine/hooks/maker-key.ts'
import { receiveEvent } from '../../../engine/hooks/receive-event.ts'
import { hookColumns } from '../../../system/secrets/hook-key.ts'
import { anApplet, anEnablement, aStep } from '../../../testing/rows.ts'
import type { TestCtx } from '../../../testing/test-ctx.ts'
import { keepEarlierWork } from '../../security-events/keep-earlier-work.ts'
import { listSecurityEvents } from '../../security-events/list-security-events.ts'
import { confirmEmail } from '../confirm-email.ts'
import { confirmPasswordReset } from '../confirm-password-reset.ts'
import { getMe } from '../get-me.ts'
import { hashPassword } from '../password-hash.ts'
import { requestEmailVerification } from '../request-email-verification.ts'
import { requestPasswordReset } from '../request-password-reset.ts'
import { needsSecondStep } from '../sign-in-by-first-factor.ts'
import { signIn } from '../sign-in.ts'

const EVES_PASSWORD = 'what the attacker chose'
const OWNERS_PASSWORD = 'what the owner chooses'
const REQUEST = { query: new URLSearchParams(), headers: new Headers(), body: new ArrayBuffer(0) }

/** Somebody joined with another person's address and left there all that could open the account later. */
async function aPreparedAccount(verified_at: number | null = null) {
  const { ctx: eve, base, user, provider } = await aConnectionFixture()
  const password_hash = await hashPassword(EVES_PASSWORD, 2)
  await base.db.update(users).set({ password_hash, email_verified_at: verified_at }).where(eq(users.id, user.id))
  await connectService(eve, provider, 'google_sheets')
  await begin(eve, ['github'])
  const { maker_key } = await makeMakerKey(eve)
  const step = await aStep(base.db, 'github', 'trigger', 'new_star')
  const [on, paused] = [
    await anApplet(base.db, user, [{ step }], { enabled_count: 1 }),
    await anApplet(base.db, user, [{ step }]),
  ]
  const key = 'the-key-of-a-hook'
  const columns = await hookColumns(base.settings.TOKEN_KEYS, { user_id: user.id, applet_id: on.id }, key)
  await anEnablement(base.db, user, on, columns)
  await anEnablement(base.db, user, paused, { status: 'disabled', paused_at: 1 })
  const session_id = (await eve.user())?.session_id ?? ''
  const row = { user_id: user.id, created_at: 1 }
  await base.db
    .insert(push_subscriptions)
    .values({ ...row, id: 'push_1', session_id: null, endpoint: 'https://push.test/eve', p256dh: 'x', auth: 'x' })
  await base.db
    .insert(digest_lines)
    .values({ ...row, id: 'dig_1', effect_key: 'e', text: 'x', copy_to: 'eve@evil.test' })
  return { base, eve, user, provider, on, session_id, maker_key }
}

/** The owner of the address asks for a new password and opens the link. */
async function resetByMail(ctx: TestCtx, email: string, password = OWNERS_PASSWORD) {
  await requestPasswordReset(ctx, { email })
  return confirmPasswordReset(ctx, { token: await mailedToken(ctx), password })
}

async function mailedToken(ctx: TestCtx): Promise<string> {
  await ctx.settled()
  const found = ctx.mails().flatMap(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? [])
  return found.at(-1) ?? ''
}

test('a first verification by reset leaves nothing of an attacker alive', async () => {
  const { base, eve, user, provider, on, maker_key } = await aPreparedAccount()
  await resetByMail(base, user.email)
  await base.settled()
  expect(await getMe(eve)).toBeNull()
  await expect(signIn(base, { email: user.email, password: EVES_PASSWORD })).rejects.toMatchObject({
    code: 'bad_credentials',
  })
  expect(await accountRows(base)).toEqual([])
  expect(provider.seen.at(-1)).toBe('POST google_sheets.example/revoke')
  for (const table of [oauth_states, push_subscriptions, digest_lines]) {
    expect(await base.db.select().from(table), getTableName(table)).toEqual([])
  }
  const off = { status: 'disabled', hook_key_hash: null, hook_key_sealed: null, mail_key_hash: null, paused_at: null }
  expect(await base.db.select().from(enablements)).toMatchObject([off, off])
  const [counted] = await base.db.select().from(applets).where(eq(applets.id, on.id))
  expect(counted?.enabled_count).toBe(0)
  for (const key of [maker_key?.key ?? '', 'the-key-of-a-hook']) {
    await expect(receiveEvent(base, {}, { key, event: null }, REQUEST)).rejects.toMatchObject({ code: 'not_found' })
  }
  const [owner] = await base.db.select().from(users)
  expect(owner).toMatchObject({ maker_key_hash: null, maker_key_sealed: null, email_verified_at: base.now() })
})

test('a first verification by reset turns off a second factor of before', async () => {
  const { base, user } = await aPreparedAccount()
  await base.db.update(users).set({ second_factor_at: 1 }).where(eq(users.id, user.id))
  await base.db.insert(recovery_codes).values({ code_hash: 'x', user_id: user.id, set_id: 'x', created_at: 1 })
  expect(needsSecondStep(await resetByMail(base, user.email))).toBe(false)
  expect(await base.db.select().from(recovery_codes)).toEqual([])
  expect(needsSecondStep(await signIn(base, { email: user.email, password: OWNERS_PASSWORD }))).toBe(false)
})

test('the activity page says what a first verification turned off', async () => {
  const { base, user, on } = await aPreparedAccount()
  await resetByMail(base, user.email)
  const lines = await base.db.select().from(activity_log).where(eq(activity_log.user_id, user.id))
  const said = lines.map(({ kind, applet_id, detail }) => ({ kind, applet_id, module_name: detail['module_name'] }))
  expect(said).toContainEqual({ kind: 'disabled', applet_id: on.id, module_name: undefined })
  expect(said).toContainEqual({ kind: 'service_disconnected', applet_id: null, module_name: 'google_sheets' })
})

test('the mail after a first verification lists Applets and drafts of before', async () => {
  const { base, eve, user, on } = await aPreparedAccount()
  await createDraft(eve, { changes: [{ kind: 'set_name', name: 'Eve’s plan' }] })
  await resetByMail(base, user.email)
  await base.settled()
  const mail = base.mails().at(-1)
  expect(mail?.subject).toContain('Your password was changed')
  expect(mail?.text).toContain(`Applets: “${on.name}”`)
  expect(mail?.text).toContain('Drafts: “Eve’s plan”')
})

test('the account marks earlier work until the user keeps it', async () => {
  const { base, eve, user, on } = await aPreparedAccount()
  await createDraft(eve, { changes: [] })
  const gone = await anApplet(base.db, user, [], { archived_at: 1 })
  await resetByMail(base, user.email)
  base.advance(1)
  const owner = await base.as(user)
  const own = await anApplet(base.db, user, [], { created_at: base.now() })
  const { earlier } = await listSecurityEvents(owner, {})
  expect(earlier.drafts.map(({ name }) => name)).toEqual(['Without a name'])
  const ids = earlier.applets.map(({ id }) => id)
  expect(ids).toContain(on.id)
  expect(ids).not.toContain(own.id)
  expect(ids).not.toContain(gone.id)
  await keepEarlierWork(owner)
  expect((await listSecurityEvents(owner, {})).earlier).toEqual({ applets: [], drafts: [] })
})

test('a later reset marks nothing', async () => {
  const { base, user } = await aPreparedAccount(1)
  await resetByMail(base, user.email)
  expect((await listSecurityEvents(await base.as(user), {})).earlier).toEqual({ applets: [], drafts: [] })
})

test('the mail of a later reset lists nothing', async () => {
  const { base, user } = await aPreparedAccount(1)
  await resetByMail(base, user.email)
  await base.settled()
  expect(base.mails().at(-1)?.text).toContain('A new password was set')
  expect(base.mails().at(-1)?.text).not.toContain('Applets: “')
})

test('a reset of a verified account keeps connections, keys and Applets', async () => {
  const { base, user } = await aPreparedAccount(1)
  await resetByMail(base, user.email)
  expect(await accountRows(base)).toHaveLength(1)
  expect(await base.db.select().from(push_subscriptions)).toHaveLength(1)
  const [on] = await base.db.select().from(enablements)
  expect(on).toMatchObject({ status: 'enabled', hook_key_hash: expect.any(String) })
  expect(await base.db.select().from(users)).toMatchObject([{ maker_key_hash: expect.any(String) }])
})

test('a reset link that comes too late drops nothing', async () => {
  const { base, user } = await aPreparedAccount()
  await requestPasswordReset(base, { email: user.email })
  const late = await mailedToken(base)
  await resetByMail(base, user.email)
  await anEnablement(base.db, user, await anApplet(base.db, user, []))
  await expect(confirmPasswordReset(base, { token: late, password: 'x'.repeat(PASSWORD_MIN) })).rejects.toMatchObject({
    code: 'invalid_link',
  })
  expect((await base.db.select().from(enablements)).map(({ status }) => status)).toContain('enabled')
})

test('a mailed link alone confirms no address', async () => {
  const { base, eve, user } = await aPreparedAccount()
  await requestEmailVerification(eve)
  const token = await mailedToken(base)
  await expect(confirmEmail(base, { token })).rejects.toMatchObject({ code: 'owner_needed' })
  const { ctx: other } = { ctx: await base.as(await anotherUser(base)) }
  await expect(confirmEmail(other, { token })).rejects.toMatchObject({ code: 'owner_needed' })
  const [row] = await base.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.email_verified_at).toBeNull()
  expect(await confirmEmail(eve, { token })).toMatchObject({ email: user.email })
})

test("the account's password confirms its address in any browser", async () => {
  const { base, eve, user } = await aPreparedAccount()
  await requestEmailVerification(eve)
  const token = await mailedToken(base)
  await expect(confirmEmail(base, { token, password: OWNERS_PASSWORD })).rejects.toMatchObject({
    code: 'bad_credentials',
  })
  expect(await confirmEmail(base, { token, password: EVES_PASSWORD })).toMatchObject({ email: user.email })
  await expect(confirmEmail(eve, { token })).rejects.toMatchObject({ code: 'invalid_link' })
})

test('counts wrong passwords for a mailed link as tries to sign in', async () => {
  const { base, eve } = await aPreparedAccount()
  await requestEmailVerification(eve)
  const token = await mailedToken(base)
  for (let n = 0; n < 10; n++) await confirmEmail(base, { token, password: 'wrong' }).catch(() => null)
  await expect(confirmEmail(base, { token, password: EVES_PASSWORD })).rejects.toMatchObject({ code: 'rate_limited' })
})

async function anotherUser({ db, id }: TestCtx) {
  const row = {
    id: id('usr'),
    email: 'other@example.test',
    login: 'other',
    code: 'other',
    created_at: 1,
    updated_at: 1,
  }
  await db.insert(users).values(row)
  return row
}

test('a first verification by reset drops prepared passkeys', async () => {
  const { base, user } = await aPreparedAccount()
  const row = { id: 'pky_1', user_id: user.id, credential_id: 'c', public_key: 'k', sign_count: 0, transports: [] }
  await base.db.insert(passkeys).values({ ...row, name: 'Eve', created_at: 1 })
  await resetByMail(base, user.email)
  expect(await base.db.select().from(passkeys)).toEqual([])
})

test('a later reset keeps passkeys', async () => {
  const { base, user } = await aPreparedAccount(1)
  const row = { id: 'pky_1', user_id: user.id, credential_id: 'c', public_key: 'k', sign_count: 0, transports: [] }
  await base.db.insert(passkeys).values({ ...row, name: 'Mine', created_at: 1 })
  await resetByMail(base, user.email)
  expect(await base.db.select().from(passkeys)).toHaveLength(1)
})
