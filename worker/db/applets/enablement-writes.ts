import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ChoiceLabels } from '../../contract/applets/choice-label.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import type { HookColumns } from '../../system/secrets/hook-key.ts'
import type { MailColumns } from '../../system/secrets/mail-key.ts'
import { insertRow } from '../insert-row.ts'
import { activity_log, applets, configurations, enablements, live_configurations } from '../schema/applets.ts'
import { hasEnablement } from './applet-conditions.ts'
import { versionForUser } from './applet-versions.ts'
import { removesEnablement, writesApplet, writesEnablement, writesFeature, type Write } from './written-rows.ts'

export type Owner = { user_id: string; applet_id: number }
export type AddressKeys = HookColumns & MailColumns
type EnablementRow = typeof enablements.$inferSelect
/** Seconds, and minutes of the user's day. They are kept where the user had the Applet before. */
export type Pace = Pick<EnablementRow, 'min_gap' | 'quiet_from' | 'quiet_to'>
/** `fields`: keyed "{id}.{slug}". `labels`: of the live choices among them. */
export type OwnValues = { fields: Record<string, string>; labels: ChoiceLabels }
type TurnedOn = OwnValues & { keys: AddressKeys; pace?: Pace }

/** A change of what a user has of an Applet. */
export type OwnChange =
  | ({ kind: 'turn_on'; starts_features: boolean } & TurnedOn)
  | { kind: 'turn_off' }
  | { kind: 'remove' }
  | { kind: 'set'; columns: OwnColumns }
  /** Its user takes the newest version, whose addresses may need keys. */
  | ({ kind: 'save'; keys: AddressKeys } & OwnValues)
  | { kind: 'switch_features'; features: readonly { slug: string; disabled: boolean }[] }

type OwnColumn =
  | keyof AddressKeys
  | keyof Pace
  | 'push_enabled'
  | 'failed_run_notifications_enabled'
  | 'keep_contents'
  | 'expect_every'
type OwnColumns = { [Name in OwnColumn]?: EnablementRow[Name] | undefined }

type Writing = Pick<Ctx, 'db' | 'now' | 'id'>

/** The writes of a change, where the log's entry `marker` was written. */
export function ownWrites(ctx: Writing, owner: Owner, change: OwnChange, marker: string): Write[] {
  const when = isMarked(marker)
  switch (change.kind) {
    case 'turn_on':
      return [
        writesEnablement(turnOn(ctx, owner, change, { marked: eq(activity_log.id, marker) }).returning()),
        ...(change.starts_features ? [startFeatures(ctx, owner, marker)] : []),
        writesApplet(
          ctx.db
            .update(applets)
            .set({ enabled_count: sql`${applets.enabled_count} + 1` })
            .where(and(eq(applets.id, owner.applet_id), when))
            .returning(),
        ),
      ]
    case 'turn_off':
      return [leaveCount(ctx, owner, when), turnOff(ctx, owner, when)]
    case 'remove':
      return [
        leaveCount(ctx, owner, when),
        removesEnablement(
          ctx.db
            .delete(enablements)
            .where(and(ownEnablement(owner), when))
            .returning(),
        ),
      ]
    case 'set':
      return [updateOwn(ctx, owner, change.columns, when)]
    case 'save': {
      const { fields, labels, keys } = change
      const version = versionForUser(owner.user_id, owner.applet_id)
      return [updateOwn(ctx, owner, { fields, labels, version, ...keptOr(keys) }, when)]
    }
    case 'switch_features':
      return change.features.map((feature) => switchFeature(ctx, owner, feature, marker))
  }
}

/** The log has this entry, so its change is being written. */
export function isMarked(marker: string): SQL {
  return sql`exists (select 1 from ${activity_log} where ${activity_log.id} = ${marker})`
}

/** The user's row in `enablements` for this Applet. */
export function ownEnablement({ user_id, applet_id }: Owner): SQL | undefined {
  return and(eq(enablements.user_id, user_id), eq(enablements.applet_id, applet_id))
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

type Where = { marked: SQL | undefined; status?: 'enabled' | 'disabled' }

/**
 * Turns the Applet on where the log entry that `marked` names was written: the first time creates the row; again keeps
 * its counts, switches and addresses. `status` "disabled": keeps the user's values for when they turn it on.
 */
export function turnOn(
  { db, ...ctx }: Writing,
  owner: Owner,
  { fields, labels, keys, pace }: TurnedOn,
  { marked, status = 'enabled' }: Where,
) {
  const now = ctx.now()
  const version = versionForUser(owner.user_id, owner.applet_id)
  const again = {
    status,
    paused_at: null,
    enabled_at: status === 'enabled' ? now : null,
    version,
    fields,
    labels,
    updated_at: now,
  }
  const row = { id: ctx.id('ena'), ...owner, ...keys, ...pace, ...again, created_at: now }
  return insertRow(db, enablements, row, { from: activity_log, where: marked }).onConflictDoUpdate({
    target: [enablements.user_id, enablements.applet_id],
    set: { ...again, ...keptOr(keys) },
  })
}

/** All features of a dynamic connection start switched on. */
function startFeatures({ db }: DbCtx, owner: Owner, marker: string): Write {
  const row = { enablement_id: enablements.id, slug: configurations.slug, disabled: false }
  const from = sql`${enablements} join ${configurations} on ${configurations.applet_id} = ${enablements.applet_id}`
  const where = and(ownEnablement(owner), isMarked(marker))
  return writesFeature(insertRow(db, live_configurations, row, { from, where }).onConflictDoNothing().returning())
}

/** Also works for a feature added after the user connected, which has no row yet. */
function switchFeature(
  { db }: DbCtx,
  owner: Owner,
  { slug, disabled }: { slug: string; disabled: boolean },
  marker: string,
): Write {
  const row = { enablement_id: enablements.id, slug, disabled }
  const where = and(ownEnablement(owner), isMarked(marker))
  return writesFeature(
    insertRow(db, live_configurations, row, { from: enablements, where })
      .onConflictDoUpdate({ target: [live_configurations.enablement_id, live_configurations.slug], set: { disabled } })
      .returning(),
  )
}

function updateOwn(
  { db, now }: DbCtx & ClockCtx,
  owner: Owner,
  columns: Parameters<ReturnType<typeof db.update<typeof enablements>>['set']>[0],
  when: SQL,
): Write {
  return writesEnablement(
    db
      .update(enablements)
      .set({ ...columns, updated_at: now() })
      .where(and(ownEnablement(owner), when))
      .returning(),
  )
}

function turnOff({ db, now }: DbCtx & ClockCtx, owner: Owner, when: SQL): Write {
  return writesEnablement(
    db
      .update(enablements)
      .set({ status: 'disabled', updated_at: now() })
      .where(and(ownEnablement(owner), eq(enablements.status, 'enabled'), when))
      .returning(),
  )
}

/** Takes the user off the Applet's count if they have it on: before the write that turns it off or removes it. */
function leaveCount({ db }: DbCtx, { user_id, applet_id }: Owner, when: SQL): Write {
  return writesApplet(
    db
      .update(applets)
      .set({ enabled_count: sql`${applets.enabled_count} - 1` })
      .where(and(eq(applets.id, applet_id), hasEnablement(user_id, applet_id, 'enabled'), when))
      .returning(),
  )
}
