import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { email_changes, former_logins } from '../../db/schema/account-changes.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { activity_log, enablements } from '../../db/schema/applets.ts'
import { subscribe_attempts, subscriptions, trial_cards } from '../../db/schema/billing.ts'
import { connected_accounts, oauth_states } from '../../db/schema/connections.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { feedback } from '../../db/schema/feedback.ts'
import { messages_sent } from '../../db/schema/messages.ts'
import { hidden_authors, takedown_mails } from '../../db/schema/moderation.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { digest_lines, digest_schedule, notifications } from '../../db/schema/notifications.ts'
import { identities } from '../../db/schema/oidc.ts'
import { passkey_challenges, passkeys } from '../../db/schema/passkeys.ts'
import { pending_sign_ins, recovery_codes, second_factor_recoveries } from '../../db/schema/second-factors.ts'
import { push_subscriptions } from '../../db/schema/push.ts'
import { trigger_identities } from '../../db/schema/runners.ts'
import { trial_promotions } from '../../db/schema/trial-promotions.ts'

/** Tables whose rows of a deleted user go, and the column that names the user. A row goes before what it refers to. */
export const ERASED_TABLES: readonly (readonly [SQLiteTable, SQLiteColumn])[] = [
  [push_subscriptions, push_subscriptions.user_id],
  [sessions, sessions.user_id],
  [passkeys, passkeys.user_id],
  [passkey_challenges, passkey_challenges.user_id],
  [pending_sign_ins, pending_sign_ins.user_id],
  [recovery_codes, recovery_codes.user_id],
  [second_factor_recoveries, second_factor_recoveries.user_id],
  [connected_accounts, connected_accounts.user_id],
  [oauth_states, oauth_states.user_id],
  [identities, identities.user_id],
  [trigger_identities, trigger_identities.user_id],
  [feedback, feedback.user_id],
  [notifications, notifications.user_id],
  [digest_lines, digest_lines.user_id],
  [digest_schedule, digest_schedule.user_id],
  [drafts, drafts.user_id],
  [hidden_authors, hidden_authors.user_id],
  [takedown_mails, takedown_mails.user_id],
  [enablements, enablements.user_id],
  [activity_log, activity_log.user_id],
  [ai_creations, ai_creations.user_id],
  [messages_sent, messages_sent.user_id],
  [money_mails, money_mails.user_id],
  [trial_promotions, trial_promotions.user_id],
  [trial_cards, trial_cards.user_id],
  [subscribe_attempts, subscribe_attempts.user_id],
  [subscriptions, subscriptions.user_id],
  [email_changes, email_changes.user_id],
  [former_logins, former_logins.user_id],
]

/** Tables that name a deleted user afterward, and why. The user's own row has nothing left but its id. */
export const KEPT_TABLES: Record<string, string> = {
  users: 'Its id is what the rows below refer to; name, address, password and keys are gone.',
  account_deletions: 'Proves when the account was deleted.',
  applets: 'Published ones that the author left, and those that other people still use, under "Former author".',
  runners: 'The tombstone that keeps a late call from making the Runner again.',
  operator_log: 'What an operator changed at the product; names only what was changed.',
  grant_revocations: 'Until the service has ended the grant, or five days have passed; a sealed token and ids.',
  security_events: 'What happened to the account, for 90 days; names nobody.',
  credit_reviews: 'Refunds are accounting records; names only ids at Stripe.',
  credit_refunds: 'Refunds are accounting records, and a bank may still return one; names only ids at Stripe.',
}
