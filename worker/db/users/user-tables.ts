import { eq, sql } from 'drizzle-orm'
import { creationDay } from '../../contract/ai/creation-day.ts'
import { ACTIVITY_KEPT, DIGEST_LINES_KEPT, DRAFTS_KEPT, SECURITY_EVENTS_KEPT } from '../../contract/limits.ts'
import type * as schema from '../schema/all-tables.ts'
import {
  account_deletions,
  activity_log,
  ai_creations,
  applet_versions,
  applets,
  connected_accounts,
  credit_refunds,
  credit_reviews,
  digest_lines,
  digest_schedule,
  drafts,
  email_changes,
  enablements,
  feedback,
  former_logins,
  grant_revocations,
  hidden_authors,
  identities,
  lent_logins,
  messages_sent,
  money_mails,
  notifications,
  oauth_states,
  operator_log,
  passkey_challenges,
  passkeys,
  pending_sign_ins,
  push_subscriptions,
  recovery_codes,
  runner_services,
  runners,
  second_factor_recoveries,
  security_events,
  sessions,
  subscribe_attempts,
  subscriptions,
  takedown_mails,
  trial_cards,
  trial_promotions,
  trigger_identities,
  users,
} from '../schema/all-tables.ts'
import { secretOwner } from '../../system/secrets/field-secret.ts'
import { hookOwner, makerOwner } from '../../system/secrets/hook-key.ts'
import { mailOwner } from '../../system/secrets/mail-key.ts'
import { sealedColumns } from './sealed-columns.ts'
import { accountOwner } from '../../system/secrets/token-encryption.ts'
import { expired, expiredReally, ofUser, olderThan, pick, type UserTable } from './user-table.ts'

type NamesUser<Table> = Table extends { user_id: unknown } | { author_id: unknown } ? true : false
/** Each table that names a user, the user's own, and the versions of their Applets. */
type UserTableName =
  | { [Name in keyof typeof schema]: NamesUser<(typeof schema)[Name]> extends true ? Name : never }[keyof typeof schema]
  | 'users'
  | 'applet_versions'

/**
 * All that belongs to a user, told once: the download, the deletion, the first verification, the purge and the sealing of
 * old rows go through it. A new table that names a user does not compile without its row. A row of the database goes
 * before what it refers to, so that comes first here.
 */
export const USER_TABLES: Record<UserTableName, UserTable> = {
  users: {
    table: users,
    isTheirs: (user_id) => eq(users.id, user_id),
    download: {
      name: 'account',
      columns: pick(users, [
        'login',
        'email',
        'email_verified_at',
        'student',
        'timezone',
        'timezone_chosen',
        'created_at',
        'segment',
        'trial_used_at',
        'second_factor_at',
      ]),
    },
    deletion: 'kept: its id is what others refer to; name, address, password and keys are gone (scrubUser)',
    first_verification:
      'changed: the maker key and two-step sign-in are dropped; the password is the new one; what stays is marked (earlier-work.ts)',
    sealed: sealedColumns(users, { maker_key_sealed: ({ id }) => makerOwner(id) }),
  },
  push_subscriptions: ofUser(push_subscriptions, {
    download: null,
    deletion: 'erased',
    first_verification: 'dropped',
  }),
  sessions: ofUser(sessions, {
    download: {
      name: 'sessions',
      columns: pick(sessions, ['user_agent', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at']),
    },
    deletion: 'erased',
    first_verification: 'changed: all end (confirm-password-reset.ts)',
  }),
  passkeys: ofUser(passkeys, {
    download: { name: 'passkeys', columns: pick(passkeys, ['name', 'created_at', 'last_used_at']) },
    deletion: 'erased',
    first_verification: 'dropped',
  }),
  passkey_challenges: ofUser(passkey_challenges, {
    download: null,
    deletion: 'erased',
    first_verification: 'dropped',
    expiry: expiredReally(passkey_challenges.expires_at),
  }),
  pending_sign_ins: ofUser(pending_sign_ins, {
    download: null,
    deletion: 'erased',
    first_verification: 'dropped',
    expiry: expiredReally(pending_sign_ins.expires_at),
  }),
  recovery_codes: ofUser(recovery_codes, {
    download: { name: 'recovery_codes', columns: pick(recovery_codes, ['created_at', 'used_at']) },
    deletion: 'erased',
    first_verification: 'dropped',
  }),
  second_factor_recoveries: ofUser(second_factor_recoveries, {
    download: {
      name: 'sign_ins_without_passkey',
      columns: pick(second_factor_recoveries, ['begun_at', 'due_at', 'expires_at']),
    },
    deletion: 'erased',
    first_verification: 'dropped',
    expiry: expired(second_factor_recoveries.expires_at),
  }),
  connected_accounts: ofUser(connected_accounts, {
    download: {
      name: 'connections',
      columns: pick(connected_accounts, [
        'module_name',
        'account_id',
        'account_name',
        'status',
        'scopes',
        'created_at',
      ]),
    },
    // Their grants are revoked before (forgetAccounts, endPreparedAccess).
    deletion: 'erased',
    first_verification: 'dropped',
    sealed: sealedColumns(connected_accounts, {
      access_token: accountOwner,
      refresh_token: accountOwner,
      previous_refresh_token: accountOwner,
    }),
  }),
  grant_revocations: ofUser(grant_revocations, {
    download: null,
    deletion: 'kept: until the service has ended the grant, or five days have passed; a sealed token and ids',
    first_verification: 'kept: each only ends a grant at a service',
  }),
  oauth_states: ofUser(oauth_states, {
    download: null,
    deletion: 'erased',
    first_verification: 'dropped',
    expiry: expiredReally(oauth_states.expires_at),
  }),
  identities: ofUser(identities, {
    download: { name: 'sign_in_providers', columns: pick(identities, ['issuer', 'subject', 'created_at']) },
    deletion: 'erased',
    first_verification: 'dropped',
  }),
  runner_services: ofUser(runner_services, {
    download: null,
    deletion: 'erased',
    first_verification: "kept: follow the Runner's programs, of which none is left",
  }),
  trigger_identities: ofUser(trigger_identities, {
    download: null,
    deletion: 'erased',
    first_verification: "kept: follow the Runner's programs, of which none is left",
  }),
  feedback: ofUser(feedback, {
    download: {
      name: 'feedback',
      columns: pick(feedback, ['applet_id', 'like', 'opinion', 'suggestion', 'created_at']),
    },
    deletion: 'erased',
    first_verification: 'kept: an opinion',
  }),
  notifications: ofUser(notifications, {
    download: {
      name: 'notifications',
      columns: pick(notifications, ['text', 'link', 'applet_id', 'read_at', 'created_at']),
    },
    deletion: 'erased',
    first_verification: 'kept: text on a page of the user',
    expiry: { ...olderThan(ACTIVITY_KEPT, notifications.created_at), inOrder: true },
  }),
  digest_lines: ofUser(digest_lines, {
    download: { name: 'digest_lines', columns: pick(digest_lines, ['text', 'applet_id', 'sent_at', 'created_at']) },
    deletion: 'erased',
    // A copy may go to another address.
    first_verification: 'dropped',
    expiry: { ...olderThan(DIGEST_LINES_KEPT, digest_lines.created_at), inOrder: true },
  }),
  digest_schedule: ofUser(digest_schedule, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: without lines there is no digest',
  }),
  drafts: ofUser(drafts, {
    download: { name: 'drafts', columns: pick(drafts, ['id', 'applet_id', 'doc', 'created_at', 'updated_at']) },
    deletion: 'erased',
    first_verification: 'kept: what is not turned on does nothing',
    expiry: olderThan(DRAFTS_KEPT, drafts.updated_at),
    sealed: sealedColumns(drafts, { doc: ({ user_id }) => secretOwner(user_id) }),
  }),
  lent_logins: ofUser(lent_logins, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: what an operator decided',
  }),
  hidden_authors: ofUser(hidden_authors, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: what an operator decided',
  }),
  takedown_mails: ofUser(takedown_mails, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: mails to this address',
  }),
  applets: {
    table: applets,
    isTheirs: (user_id) => eq(applets.author_id, user_id),
    download: {
      name: 'applets',
      columns: pick(applets, [
        'id',
        'friendly_id',
        'name',
        'description',
        'config_type',
        'enabled_count',
        'run_count',
        'published_at',
        'archived_at',
        'created_at',
        'updated_at',
      ]),
    },
    deletion: 'kept: those that are published or that others use, under "Former author"; the rest goes (leaveApplets)',
    first_verification: 'kept: what is not turned on does nothing',
  },
  applet_versions: {
    table: applet_versions,
    isTheirs: (user_id) =>
      sql`${applet_versions.applet_id} in (select ${applets.id} from ${applets} where ${eq(applets.author_id, user_id)})`,
    download: {
      name: 'applet_versions',
      columns: pick(applet_versions, ['applet_id', 'version', 'doc', 'created_at']),
    },
    deletion: 'kept: as their Applets are',
    first_verification: 'kept: what is not turned on does nothing',
  },
  enablements: ofUser(enablements, {
    download: {
      name: 'enabled_applets',
      columns: pick(enablements, [
        'applet_id',
        'status',
        'fields',
        'labels',
        'version',
        'push_enabled',
        'failed_run_notifications_enabled',
        'keep_contents',
        'min_gap',
        'quiet_from',
        'quiet_to',
        'expect_every',
        'enabled_at',
        'paused_at',
        'run_count',
        'last_run',
        'created_at',
      ]),
    },
    deletion: 'erased',
    first_verification: 'changed: turned off, also paused ones, and the keys of their addresses dropped',
    sealed: sealedColumns(enablements, {
      fields: ({ user_id }) => secretOwner(user_id),
      hook_key_sealed: hookOwner,
      mail_key_sealed: mailOwner,
    }),
  }),
  activity_log: ofUser(activity_log, {
    download: { name: 'activity', columns: pick(activity_log, ['kind', 'applet_id', 'detail', 'created_at']) },
    deletion: 'erased',
    first_verification: 'kept: it says what happened',
    expiry: { ...olderThan(ACTIVITY_KEPT, activity_log.created_at), inOrder: true },
  }),
  ai_creations: ofUser(ai_creations, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: a count',
    expiry: { time: ai_creations.day, end: ({ now }) => creationDay(now) },
  }),
  messages_sent: ofUser(messages_sent, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: what was sent',
    expiry: { ...olderThan(ACTIVITY_KEPT, messages_sent.sent_at), inOrder: true },
  }),
  money_mails: ofUser(money_mails, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: mails to this address',
    expiry: { ...olderThan(ACTIVITY_KEPT, money_mails.created_at), which: sql`${money_mails.outcome} is not null` },
  }),
  trial_promotions: ofUser(trial_promotions, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: what checkout promised',
  }),
  trial_cards: ofUser(trial_cards, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: a card has one trial',
  }),
  subscribe_attempts: ofUser(subscribe_attempts, {
    download: null,
    deletion: 'erased',
    first_verification: 'kept: a payment under way',
  }),
  subscriptions: ofUser(subscriptions, {
    download: {
      name: 'subscriptions',
      columns: pick(subscriptions, [
        'payment_type',
        'plan_id',
        'status',
        'payment_interval',
        'price_in_cents',
        'currency',
        'trial_end',
        'current_period_start',
        'current_period_end',
        'cancel_at_period_end',
        'ended_at',
        'created_at',
      ]),
    },
    deletion: 'erased',
    first_verification: 'kept: nobody loses what is paid for',
  }),
  email_changes: ofUser(email_changes, {
    download: {
      name: 'email_changes',
      columns: pick(email_changes, ['from_email', 'to_email', 'requested_at', 'confirmed_at']),
    },
    deletion: 'erased',
    // None may lead the account to another address, or back to one.
    first_verification: 'dropped',
    expiry: expired(email_changes.expires_at),
  }),
  former_logins: ofUser(former_logins, {
    download: { name: 'former_user_names', columns: pick(former_logins, ['login', 'expires_at']) },
    deletion: 'erased',
    first_verification: 'kept: a user name of before leads to the new one',
    expiry: expired(former_logins.expires_at),
  }),
  account_deletions: ofUser(account_deletions, {
    download: null,
    deletion: 'kept: proves when the account was deleted',
    first_verification: 'kept: signing in offers to undo it',
  }),
  runners: ofUser(runners, {
    download: null,
    deletion: 'kept: the tombstone that keeps a late call from making the Runner again',
    first_verification: 'kept: told at once that nothing is on',
  }),
  operator_log: ofUser(operator_log, {
    download: null,
    deletion: 'kept: what an operator changed at the product; names only what was changed',
    first_verification: 'kept: what an operator changed',
  }),
  security_events: ofUser(security_events, {
    download: {
      name: 'security_events',
      columns: pick(security_events, ['kind', 'outcome', 'device', 'country', 'created_at']),
    },
    deletion: 'kept: what happened to the account, for 90 days; names nobody',
    first_verification: 'kept: they say what happened',
    expiry: { ...olderThan(SECURITY_EVENTS_KEPT, security_events.created_at), inOrder: true },
  }),
  credit_reviews: ofUser(credit_reviews, {
    download: null,
    deletion: 'kept: refunds are accounting records; names only ids at Stripe',
    first_verification: 'kept: money',
  }),
  credit_refunds: ofUser(credit_refunds, {
    download: null,
    deletion: 'kept: refunds are accounting records, and a bank may still return one; names only ids at Stripe',
    first_verification: 'kept: money',
  }),
}
