import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../../context/context.ts'
import { email_changes, former_logins } from '../../db/schema/account-changes.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { activity_log, applet_steps, applets, enablements } from '../../db/schema/applets.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { feedback } from '../../db/schema/feedback.ts'
import { digest_lines, notifications } from '../../db/schema/notifications.ts'
import { identities } from '../../db/schema/oidc.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { recovery_codes, second_factor_recoveries } from '../../db/schema/second-factors.ts'
import { security_events } from '../../db/schema/security.ts'
import { isSealedSecret } from '../../secrets/field-secret.ts'

/** A part of the file: a list, read a portion at a time. `after`: what the portion before has given as `next`. */
export type Section = {
  name: string
  read(after: string | null): Promise<{ rows: readonly object[]; next: string | null }>
}

const ROWS_AT_ONCE = 500

type Columns = Record<string, SQLiteColumn>

/** What D1 knows of a user. Columns are named one by one, so that no key, hash or token gets in with a new one. */
export function accountSections(ctx: Ctx, user_id: string): Section[] {
  const { login, email, email_verified_at, student, timezone, timezone_chosen, created_at, segment } = users
  const profile = { login, email, email_verified_at, student, timezone, timezone_chosen, created_at, segment }
  const section = (name: string, table: SQLiteTable, columns: Columns, owner: SQLiteColumn) =>
    tableSection(ctx, { name, table, columns, isTheirs: eq(owner, user_id) })
  return [
    section(
      'account',
      users,
      { ...profile, trial_used_at: users.trial_used_at, second_factor_at: users.second_factor_at },
      users.id,
    ),
    section('former_user_names', former_logins, pick(former_logins, ['login', 'expires_at']), former_logins.user_id),
    section(
      'email_changes',
      email_changes,
      pick(email_changes, ['from_email', 'to_email', 'requested_at', 'confirmed_at']),
      email_changes.user_id,
    ),
    section('sign_in_providers', identities, pick(identities, ['issuer', 'subject', 'created_at']), identities.user_id),
    section(
      'sessions',
      sessions,
      pick(sessions, ['user_agent', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at']),
      sessions.user_id,
    ),
    section(
      'connections',
      connected_accounts,
      pick(connected_accounts, ['module_name', 'account_id', 'account_name', 'status', 'scopes', 'created_at']),
      connected_accounts.user_id,
    ),
    section(
      'applets',
      applets,
      pick(applets, [
        'id',
        'friendly_id',
        'name',
        'description',
        'config_type',
        'filter_code',
        'actions_delay',
        'enabled_count',
        'run_count',
        'published_at',
        'archived_at',
        'created_at',
        'updated_at',
      ]),
      applets.author_id,
    ),
    tableSection(ctx, {
      name: 'applet_steps',
      table: applet_steps,
      columns: pick(applet_steps, ['applet_id', 'position', 'step_id', 'fields', 'configuration_slug']),
      isTheirs: sql`${applet_steps.applet_id} in (select ${applets.id} from ${applets} where ${eq(applets.author_id, user_id)})`,
    }),
    section(
      'enabled_applets',
      enablements,
      pick(enablements, [
        'applet_id',
        'status',
        'fields',
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
      enablements.user_id,
    ),
    section('drafts', drafts, pick(drafts, ['id', 'applet_id', 'doc', 'created_at', 'updated_at']), drafts.user_id),
    section(
      'subscriptions',
      subscriptions,
      pick(subscriptions, [
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
      subscriptions.user_id,
    ),
    section(
      'activity',
      activity_log,
      pick(activity_log, ['kind', 'applet_id', 'detail', 'created_at']),
      activity_log.user_id,
    ),
    section(
      'notifications',
      notifications,
      pick(notifications, ['text', 'link', 'applet_id', 'read_at', 'created_at']),
      notifications.user_id,
    ),
    section(
      'digest_lines',
      digest_lines,
      pick(digest_lines, ['text', 'applet_id', 'sent_at', 'created_at']),
      digest_lines.user_id,
    ),
    section('recovery_codes', recovery_codes, pick(recovery_codes, ['created_at', 'used_at']), recovery_codes.user_id),
    section(
      'sign_ins_without_passkey',
      second_factor_recoveries,
      pick(second_factor_recoveries, ['begun_at', 'due_at', 'expires_at']),
      second_factor_recoveries.user_id,
    ),
    section('passkeys', passkeys, pick(passkeys, ['name', 'created_at', 'last_used_at']), passkeys.user_id),
    section(
      'security_events',
      security_events,
      pick(security_events, ['kind', 'outcome', 'device', 'country', 'created_at']),
      security_events.user_id,
    ),
    section(
      'feedback',
      feedback,
      pick(feedback, ['applet_id', 'like', 'opinion', 'suggestion', 'created_at']),
      feedback.user_id,
    ),
  ]
}

function pick<Table extends SQLiteTable, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
): Columns {
  const entries = names.map((name) => [name, table[name]])
  // Object.fromEntries loses the type of the columns.
  return Object.fromEntries(entries) as Columns
}

type TableSection = { name: string; table: SQLiteTable; columns: Columns; isTheirs: SQL }

/** In the order in which rows were written: an index by user ends in that. */
function tableSection({ db }: Ctx, { name, table, columns, isTheirs }: TableSection): Section {
  const place = sql<number>`${table}.rowid`
  return {
    name,
    async read(after) {
      const rows = await db
        .select({ ...columns, place: place.as('place') })
        .from(table)
        .where(and(isTheirs, gt(place, Number(after ?? -1))))
        .orderBy(place)
        .limit(ROWS_AT_ONCE)
      const last = rows.at(-1)
      return {
        rows: rows.map(({ place: _place, ...row }) => withoutSecrets(row)),
        next: last && rows.length === ROWS_AT_ONCE ? String(last.place) : null,
      }
    },
  }
}

/** A secret value of a field is stored sealed; that there is one may be known. */
function withoutSecrets({ fields, doc, ...row }: Record<string, unknown>): object {
  return {
    ...row,
    ...(fields !== undefined && { fields: hideSealed(fields) }),
    ...(doc !== undefined && { doc: hideSealed(doc) }),
  }
}

function hideSealed(value: unknown): unknown {
  if (typeof value === 'string') return isSealedSecret(value) ? null : value
  if (Array.isArray(value)) return value.map(hideSealed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideSealed(each)]))
}
