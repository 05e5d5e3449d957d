import { and, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { activityRow } from '../../activity-log/activity-row.ts'
import { noteRevocations, revokeGrants } from '../../connections/revoke-grant.ts'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../context/context.ts'
import type * as schema from '../../db/schema/all-tables.ts'
import { email_changes } from '../../db/schema/account-changes.ts'
import { users } from '../../db/schema/accounts.ts'
import { activity_log, applets, enablements } from '../../db/schema/applets.ts'
import { connected_accounts, oauth_states } from '../../db/schema/connections.ts'
import { digest_lines } from '../../db/schema/notifications.ts'
import { identities } from '../../db/schema/oidc.ts'
import { passkey_challenges, passkeys } from '../../db/schema/passkeys.ts'
import { pending_sign_ins, recovery_codes, second_factor_recoveries } from '../../db/schema/second-factors.ts'
import { push_subscriptions } from '../../db/schema/push.ts'
import { stopRuns } from '../../runner-sync/stop-runs.ts'
import { insertSecurityEvent } from '../../security-events/insert-security-event.ts'

type OfUsers = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends { user_id: unknown } | { author_id: unknown }
    ? Name
    : never
}[keyof typeof schema]

/**
 * What a first verification by reset does to each table of users. Somebody who joined with another person's address may
 * have left anything in them, waiting for that person to arrive: what could act or open the account later is dropped.
 */
export const PREPARED_ACCESS: Record<OfUsers | 'users', string> = {
  users: 'the maker key is dropped; the password is the new one',
  sessions: 'all end (confirm-password-reset.ts)',
  connected_accounts: 'dropped, and their grants revoked',
  grant_revocations: 'kept: each only ends a grant at a service',
  oauth_states: 'dropped',
  identities: 'dropped',
  passkeys: 'dropped',
  passkey_challenges: 'dropped',
  pending_sign_ins: 'dropped',
  recovery_codes: 'dropped, and two-step sign-in with them',
  second_factor_recoveries: 'dropped',
  push_subscriptions: 'dropped',
  enablements: 'turned off, also paused ones, and the keys of their addresses dropped',
  trigger_identities: "follow the Runner's programs, of which none is left",
  digest_lines: 'dropped, because a copy may go to another address',
  runners: 'kept: told at once that nothing is on',
  applets: 'kept: what is not turned on does nothing',
  hidden_authors: 'kept: what an operator decided',
  takedown_mails: 'kept: mails to this address',
  drafts: 'kept: what is not turned on does nothing',
  email_changes: 'dropped: none may lead the account to another address, or back to one',
  account_deletions: 'kept: signing in offers to undo it',
  former_logins: 'kept: a user name of before leads to the new one',
  operator_log: 'kept: what an operator changed',
  activity_log: 'kept: it says what happened',
  security_events: 'kept: they say what happened',
  notifications: 'kept: text on a page of the user',
  digest_schedule: 'kept: without lines there is no digest',
  feedback: 'kept: an opinion',
  ai_creations: 'kept: a count',
  messages_sent: 'kept: what was sent',
  subscriptions: 'kept: nobody loses what is paid for',
  subscribe_attempts: 'kept: a payment under way',
  trial_cards: 'kept: a card has one trial',
  credit_refunds: 'kept: money',
  credit_reviews: 'kept: money',
  money_mails: 'kept: mails to this address',
  trial_promotions: 'kept: what checkout promised',
}

/** What ends outside of D1: grants at services, and runs. */
type PreparedAccess = { account_ids: string[]; applet_ids: number[] }

export async function readPreparedAccess({ db }: Ctx, user_id: string): Promise<PreparedAccess> {
  const [accounts, held] = await db.batch([
    db.select({ id: connected_accounts.id }).from(connected_accounts).where(eq(connected_accounts.user_id, user_id)),
    db.select({ applet_id: enablements.applet_id }).from(enablements).where(isHeldBy(user_id)),
  ])
  return { account_ids: accounts.map(({ id }) => id), applet_ids: held.map(({ applet_id }) => applet_id) }
}

/**
 * The writes that drop it, for the batch of the reset, before the address counts as verified. `unverified` is the
 * reset's own condition, so that a reset that changes nothing drops nothing.
 */
export function dropPreparedAccess(ctx: Ctx, user_id: string, unverified: SQL): BatchItem<'sqlite'>[] {
  const { db } = ctx
  const held = and(isHeldBy(user_id), unverified)
  const enabled = and(eq(enablements.user_id, user_id), eq(enablements.status, 'enabled'), unverified)
  const dropped = [
    connected_accounts,
    oauth_states,
    identities,
    passkeys,
    passkey_challenges,
    push_subscriptions,
    digest_lines,
    email_changes,
    pending_sign_ins,
    recovery_codes,
    second_factor_recoveries,
  ]
  return [
    insertSecurityEvent(
      ctx,
      { kind: 'access_dropped', user_id, session_id: null },
      and(unverified, hasAccess(user_id)),
    ),
    logChanges(ctx, 'service_disconnected', and(eq(connected_accounts.user_id, user_id), unverified)),
    logChanges(ctx, 'disabled', enabled),
    db
      .update(applets)
      .set({ enabled_count: sql`${applets.enabled_count} - 1` })
      .where(inArray(applets.id, db.select({ id: enablements.applet_id }).from(enablements).where(enabled))),
    db
      .update(enablements)
      .set({
        status: 'disabled',
        paused_at: null,
        hook_key_hash: null,
        hook_key_sealed: null,
        mail_key_hash: null,
        mail_key_sealed: null,
        updated_at: ctx.now(),
      })
      .where(held),
    noteRevocations(ctx, and(eq(connected_accounts.user_id, user_id), unverified)),
    ...dropped.map((table) => db.delete(table).where(and(eq(table.user_id, user_id), unverified))),
    db
      .update(users)
      .set({ maker_key_hash: null, maker_key_sealed: null, second_factor_at: null })
      .where(and(eq(users.id, user_id), unverified)),
  ]
}

/** After that batch: revokes the grants after the answer, and waits until the user's Runner has stopped. */
export async function endPreparedAccess(ctx: Ctx, user_id: string, prepared: PreparedAccess): Promise<void> {
  ctx.defer(revokeGrants(ctx, prepared.account_ids))
  await stopRuns(ctx, user_id, prepared.applet_ids)
}

/** What runs, would run again with another plan, or has an address to start it. */
function isHeldBy(user_id: string): SQL | undefined {
  const { status, paused_at, hook_key_hash, mail_key_hash } = enablements
  return and(
    eq(enablements.user_id, user_id),
    or(eq(status, 'enabled'), isNotNull(paused_at), isNotNull(hook_key_hash), isNotNull(mail_key_hash)),
  )
}

function hasAccess(user_id: string): SQL {
  return sql`(exists (select 1 from ${connected_accounts} c where c.user_id = ${user_id})
    or exists (select 1 from ${enablements} e where e.user_id = ${user_id} and e.status = 'enabled'))`
}

function logChanges(ctx: Ctx, kind: 'service_disconnected' | 'disabled', which: SQL | undefined) {
  const table = kind === 'disabled' ? enablements : connected_accounts
  const { module_name, account_name } = connected_accounts
  const line = activityRow(ctx, {
    id: sql`'act_' || lower(hex(randomblob(16)))`,
    kind,
    user_id: table.user_id,
    applet_id: kind === 'disabled' ? enablements.applet_id : null,
    detail:
      kind === 'disabled' ? '{}' : sql`json_object('module_name', ${module_name}, 'account_name', ${account_name})`,
  })
  return ctx.db.insert(activity_log).select((query) => query.select(line).from(table).where(which))
}
