import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { Applet } from '../../contract/applets/applet.ts'
import { activity_log, enablements } from '../../db/schema/applets.ts'
import { ensureRunner, giveRunner, hasRunner } from '../../engine/runner-sync/ensure-runner.ts'
import { versionForUser } from '../../db/applets/applet-versions.ts'
import { newHookColumns, type HookColumns } from '../../system/secrets/hook-key.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { writesRunner } from './written-rows.ts'
import { newMailColumns, type MailColumns } from '../../system/secrets/mail-key.ts'

type Owner = { user_id: string; applet_id: number }
export type AddressKeys = HookColumns & MailColumns
/** Seconds, and minutes of the user's day. They are kept where the user had the Applet before. */
type Pace = { min_gap: number | null; quiet_from: number | null; quiet_to: number | null }
type Stored = AddressKeys & Pace & { fields: Record<string, string> }

const NO_KEYS: AddressKeys = {
  hook_key_hash: null,
  hook_key_sealed: null,
  mail_key_hash: null,
  mail_key_sealed: null,
}
export const NO_PACE: Pace = { min_gap: null, quiet_from: null, quiet_to: null }

type Addressed = Pick<Applet, 'has_webhook' | 'has_mail'>

/** The columns of new keys for the addresses that start this Applet; nulls for one that needs none. */
export async function newAddressKeys(
  ctx: Ctx,
  owner: Owner,
  { has_webhook, has_mail }: Addressed,
  runner_id: string | null = null,
): Promise<AddressKeys> {
  return {
    ...NO_KEYS,
    ...(has_webhook && (await newHookColumns(ctx, runner_id ?? (await ensureRunner(ctx, owner.user_id)), owner))),
    ...(has_mail && (await newMailColumns(ctx, owner))),
  }
}

/**
 * New keys with what a change needs for them: the key of a hook names its user's Runner, which for the first one is made
 * in the same batch.
 */
export async function addressKeysOf(ctx: Ctx, { actor, row, applet, runner_id }: LoadedForUser) {
  const owner = { user_id: actor.id, applet_id: row.id }
  if (!applet.has_webhook || runner_id !== null) {
    return { keys: await newAddressKeys(ctx, owner, applet, runner_id), first: [], when: undefined }
  }
  const made = ctx.runners.newId()
  return {
    keys: await newAddressKeys(ctx, owner, applet, made),
    first: [writesRunner(giveRunner(ctx, actor.id, made))],
    when: hasRunner(actor.id, made),
  }
}

/** The keys that an enablement has; these where it has none. */
export function keptOr({ hook_key_hash, hook_key_sealed, mail_key_hash, mail_key_sealed }: AddressKeys) {
  const of = enablements
  return {
    hook_key_hash: sql`coalesce(${of.hook_key_hash}, ${hook_key_hash})`,
    hook_key_sealed: sql`coalesce(${of.hook_key_sealed}, ${hook_key_sealed})`,
    mail_key_hash: sql`coalesce(${of.mail_key_hash}, ${mail_key_hash})`,
    mail_key_sealed: sql`coalesce(${of.mail_key_sealed}, ${mail_key_sealed})`,
  }
}

/**
 * Turns the Applet on where the log entry that `marked` names was written: the first time creates the row; again keeps
 * its counts, switches and addresses. `status` "disabled": keeps the user's values for when they turn it on.
 */
export function insertEnablement(
  { db, ...ctx }: Ctx,
  { user_id, applet_id }: Owner,
  stored: Stored,
  marked: SQL | undefined,
  status: 'enabled' | 'disabled' = 'enabled',
) {
  const now = ctx.now()
  const enabled_at = status === 'enabled' ? now : null
  const { fields, hook_key_hash, hook_key_sealed, mail_key_hash, mail_key_sealed, min_gap, quiet_from, quiet_to } =
    stored
  const values = {
    id: sql<string>`${ctx.id('ena')}`.as('id'),
    user_id: sql<string>`${user_id}`.as('user_id'),
    applet_id: sql<number>`${applet_id}`.as('applet_id'),
    status: sql<'enabled' | 'disabled'>`${status}`.as('status'),
    fields: sql<Record<string, string>>`${JSON.stringify(fields)}`.as('fields'),
    push_enabled: sql<boolean>`0`.as('push_enabled'),
    failed_run_notifications_enabled: sql<boolean>`1`.as('failed_run_notifications_enabled'),
    hook_key_hash: sql<string | null>`${hook_key_hash}`.as('hook_key_hash'),
    hook_key_sealed: sql<string | null>`${hook_key_sealed}`.as('hook_key_sealed'),
    mail_key_hash: sql<string | null>`${mail_key_hash}`.as('mail_key_hash'),
    mail_key_sealed: sql<string | null>`${mail_key_sealed}`.as('mail_key_sealed'),
    enabled_at: sql<number | null>`${enabled_at}`.as('enabled_at'),
    version: versionForUser(user_id, applet_id).as('version'),
    keep_contents: sql<boolean>`1`.as('keep_contents'),
    min_gap: sql<number | null>`${min_gap}`.as('min_gap'),
    quiet_from: sql<number | null>`${quiet_from}`.as('quiet_from'),
    quiet_to: sql<number | null>`${quiet_to}`.as('quiet_to'),
    expect_every: sql<null>`null`.as('expect_every'),
    run_count: sql<number>`0`.as('run_count'),
    last_run: sql<null>`null`.as('last_run'),
    paused_at: sql<null>`null`.as('paused_at'),
    created_at: sql<number>`${now}`.as('created_at'),
    updated_at: sql<number>`${now}`.as('updated_at'),
  }
  return db
    .insert(enablements)
    .select(db.select(values).from(activity_log).where(marked))
    .onConflictDoUpdate({
      target: [enablements.user_id, enablements.applet_id],
      set: {
        status,
        paused_at: null,
        enabled_at,
        version: versionForUser(user_id, applet_id),
        fields,
        ...keptOr(stored),
        updated_at: now,
      },
    })
}
