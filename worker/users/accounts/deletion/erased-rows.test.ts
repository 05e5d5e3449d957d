import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { CHALLENGE_PURPOSES } from '../../../contract/accounts/passkey.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { applet_versions } from '../../../db/schema/applets.ts'
import { messages_sent } from '../../../db/schema/messages.ts'
import * as schema from '../../../db/schema/all-tables.ts'
import type { Db } from '../../../system/d1/client.ts'
import { deliverMail } from '../../../messages/mail/deliver-mail.ts'
import { anOwner, deleteAccount, deletionOf, passSevenDays, userRow, type Owner } from './deleted-account.fixture.ts'
import { USER_TABLES } from '../../../db/users/user-tables.ts'

/** Every column of the schema that names a user. */
const NAMING = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .flatMap((table) => {
    const refers = getTableConfig(table)
      .foreignKeys.map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === users)
      .flatMap(({ columns }) => columns)
    const named = Object.values<SQLiteColumn>(getTableColumns(table)).filter(({ name }) => name === 'user_id')
    const own = table === users ? [users.id] : []
    return [...new Set([...refers, ...named, ...own])].map((column) => ({ table, column }))
  })

/** Without the versions of Applets, which name no user. */
const KEPT = Object.values(USER_TABLES).filter(
  ({ table, deletion }) => deletion !== 'erased' && table !== applet_versions,
)

const nameOf = ({ table }: { table: SQLiteTable }) => getTableName(table)

async function countOf(db: Db, { table, column }: { table: SQLiteTable; column: SQLiteColumn }, id: string) {
  const [row] = await db
    .select({ n: sql<number>`count(*)` })
    .from(table)
    .where(eq(column, id))
  return row?.n ?? 0
}

/** A row of each table that names a user, beyond those of `anOwner`. */
async function fill({ shop, user, published, subscription }: Owner) {
  const now = shop.ctx.now()
  const of = `'${user.id}'`
  const rows = [
    `insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at) values ('x', ${of}, 'https://push.test/x', '', '', 1)`,
    `insert into oauth_states (state_hash, user_id, browser_hash, module_name, code_verifier, modules, return_to, expires_at)
      values ('x', ${of}, '', 'github', '', '[]', '/', ${now})`,
    `insert into identities (issuer, subject, user_id, created_at) values ('https://id.example', 'x', ${of}, 1)`,
    `insert into trigger_identities (identity, user_id, module_name) values ('x', ${of}, 'github')`,
    `insert into runner_services (user_id, module_name, version) values (${of}, 'acme', 1)`,
    `insert into feedback (id, user_id, applet_id, like, created_at, updated_at) values ('x', ${of}, ${published.id}, 1, 1, 1)`,
    `insert into notifications (id, user_id, effect_key, text, created_at) values ('x', ${of}, 'k', '', ${now})`,
    `insert into digest_lines (id, user_id, effect_key, text, created_at) values ('x', ${of}, 'k', '', ${now})`,
    `insert into activity_log (id, user_id, kind, created_at) values ('x', ${of}, 'enabled', ${now})`,
    `insert into ai_creations (user_id, day, count) values (${of}, '2026-03-01', 1)`,
    `insert into messages_sent (id, channel, template, user_id, recipient_hash, sent_at) values ('x', 'email', 'x', ${of}, 'x', ${now})`,
    `insert into subscribe_attempts (id, user_id, idempotency_key, request_hash, request, state, created_at, updated_at)
      values ('x', ${of}, 'a', 'x', '{}', 'succeeded', 1, 1)`,
    `insert into trial_promotions (attempt_id, user_id, promotion_code, coupon, price, amount, state, created_at, updated_at)
      values ('x', ${of}, 'x', '{}', 'x', 1, 'kept', 1, 1)`,
    `insert into trial_cards (fingerprint, user_id, attempt_id, created_at) values ('fp_of_card', ${of}, 'x', 7)`,
    `insert into money_mails (id, kind, user_id, subscription, subject, outcome, created_at)
      values ('x', 'receipt', ${of}, '${subscription}', 'in_1', 'queued', ${now})`,
    `insert into email_changes (id, user_id, from_email, to_email, requested_at, confirmed_at, expires_at)
      values ('x', ${of}, 'old@example.test', '${user.email}', ${now}, ${now}, ${now})`,
    `insert into drafts (user_id, doc, created_at, updated_at) values (${of}, '{}', 1, 1)`,
    `insert into former_logins (id, login, user_id, expires_at) values ('x', 'oldname', ${of}, ${now})`,
    `insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
      values ('x', ${of}, 'x', 'x', 0, '[]', 'x', 1)`,
    `insert into passkey_challenges (challenge_hash, browser_hash, purpose, user_id, expires_at)
      values ('x', 'x', '${CHALLENGE_PURPOSES[0]}', ${of}, ${now})`,
    `insert into operator_log (id, user_id, action, subject, before, after, outcome, created_at)
      values ('x', ${of}, 'stop_service', 'github', '{}', '{}', 'done', ${now})`,
    `insert into pending_sign_ins (token_hash, user_id, outcome, password_state, expires_at)
      values ('x', ${of}, '{"event":"signed_in"}', 'x', ${now + DAY})`,
    `insert into hidden_authors (user_id, reason, hidden_at) values (${of}, 'x', 1)`,
    `insert into lent_logins (login, user_id, lent_at) values ('support', ${of}, 1)`,
    `insert into takedown_mails (id, user_id, reason, due_at) values ('x', ${of}, 'x', ${now + 9 * DAY})`,
    `insert into recovery_codes (code_hash, user_id, set_id, created_at) values ('x', ${of}, 'x', 1)`,
    `insert into second_factor_recoveries (id, user_id, begun_at, due_at, expires_at) values ('x', ${of}, 1, 1, ${now + DAY})`,
    `insert into security_events (id, user_id, kind, outcome, device, created_at) values ('x', ${of}, 'joined', 'done', 'x', ${now})`,
    `insert into grant_revocations (id, user_id, module_name, account_id, token, created_at, next_at)
      values ('x', ${of}, 'github', 'x', 'x', 1, ${now})`,
    `insert into credit_reviews (id, user_id, customer, state, created_at, updated_at) values ('x', ${of}, 'x', 'done', 1, 1)`,
    `insert into credit_refunds (id, review_id, user_id, customer, charge, amount, currency, state, created_at, updated_at)
      values ('x', 'x', ${of}, 'x', 'x', 1, 'usd', 'settled', 1, 1)`,
  ]
  for (const row of rows) await shop.ctx.db.run(sql.raw(row))
}

test('nothing of a deleted user is left but what is kept', async () => {
  const world = await anOwner()
  const { db } = world.shop.ctx
  await fill(world)
  const before = await Promise.all(NAMING.map((each) => countOf(db, each, world.user.id)))
  const empty = NAMING.filter((_, at) => before[at] === 0).map(nameOf)
  expect(empty).toEqual(['account_deletions'])
  await deleteAccount(world)
  await passSevenDays(world)
  expect((await deletionOf(world))?.done_at).not.toBeNull()
  const after = await Promise.all(NAMING.map((each) => countOf(db, each, world.user.id)))
  expect(
    NAMING.filter((_, at) => after[at] !== 0)
      .map(nameOf)
      .toSorted(),
  ).toEqual(KEPT.map(nameOf).toSorted())
})

test('mails that arrive after a deletion are recorded without a name', async () => {
  const world = await anOwner()
  const { ctx } = world.shop
  await deleteAccount(world)
  await passSevenDays(world)
  const late = [...world.shop.mailed.values()]
  expect(late.map(({ template }) => template)).toContain('account_deleted')
  for (const mail of late) await deliverMail(ctx, { send: async () => {} }, mail)
  const rows = await ctx.db.select().from(messages_sent)
  expect(rows).toHaveLength(late.length)
  expect(JSON.stringify(rows)).not.toContain(world.user.id)
})

test('of the own row, only id and days are left', async () => {
  const world = await anOwner()
  const full = {
    maker_key_hash: 'h',
    maker_key_sealed: 's',
    segment: 'x',
    student: true,
    second_factor_at: 1,
    timezone: 'Asia/Tokyo',
  }
  await world.ctx.db
    .update(users)
    .set({ ...full, password_hash: 'p', available_clients: ['ios'] })
    .where(eq(users.id, world.user.id))
  const { created_at } = world.user
  await deleteAccount(world)
  await passSevenDays(world)
  const { id, updated_at, deletes_at, stripe_sync_begun, stripe_sync_written, trial_used_at, ...rest } =
    (await userRow(world)) ?? {}
  expect([id, typeof updated_at, typeof deletes_at, trial_used_at]).toEqual([world.user.id, 'number', 'number', 0])
  expect([typeof stripe_sync_begun, typeof stripe_sync_written]).toEqual(['number', 'number'])
  const blank = Object.entries(rest).filter(([, value]) => value !== null && value !== false)
  expect(Object.fromEntries(blank)).toEqual({
    email: `~${id}`,
    login: `~${id}`,
    code: id,
    available_clients: [],
    eligible_trial_period: 7,
    created_at,
  })
})
