import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletEvent } from '../../contract/applets/applet.ts'
import type { UpdateAppletInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { parseAppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor, notArchived, visibilityUnchanged } from '../enable/write-conditions.ts'
import { writesApplet, writesLog, type Write } from '../enable/written-rows.ts'
import { announceChange } from './announce-change.ts'
import { loadForUser, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed-action.ts'
import { requirePublicName } from './publish-conditions.ts'
import { notificationChange } from '../enable/set-notifications.ts'
import { activity_log, applets } from '../../db/schema/applets.ts'

/** One part of an update: its event, its condition and its write. */
type Part = { kind: AppletEvent; when: SQL | undefined; write: (changed: SQL) => Write }

/**
 * normalizedAppletUpdate (§7): changes the Applet's name (author only) and the user's own notifications, all or
 * nothing. Throws `not_found` if a name comes from anyone but the author, `conflict` if the status does not allow the
 * change, `invalid_input` for a published Applet's name with a link or that poses as a service.
 */
export async function updateApplet(ctx: Ctx, input: UpdateAppletInput): Promise<void> {
  const { name, push_enabled, failed_applet_run_notifications_enabled: failed } = input
  const loaded = await loadForUser(ctx, parseAppletKey(input.applet_id))
  const parts: Part[] = []
  if (typeof name === 'string') {
    if (loaded.applet.published) await requirePublicName(ctx, name)
    parts.push(renaming(ctx, loaded, name))
  }
  if (typeof push_enabled === 'boolean' || typeof failed === 'boolean') {
    parts.push(notificationChange(ctx, loaded, { push_enabled, failed, pushAttribute: 'push_enabled' }))
  }
  const [first, ...others] = parts
  if (!first) throw new AppError('invalid_input', { message: SENTENCES.nothing_to_change })
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: first.kind,
    when: and(...parts.map(({ when }) => when)),
    writes: (changed, marker) => [
      ...parts.map(({ write }) => write(changed)),
      ...others.map(({ kind }) => alsoLog(ctx, kind, marker)),
    ],
  })
  if (!done) throw statusConflict(after, typeof name === 'string' ? 'rename' : 'set_notifications')
  if (first.kind === 'renamed') await announceChange(ctx, loaded.row.id)
}

function renaming({ db, ...ctx }: Ctx, loaded: LoadedForUser, name: string): Part {
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'rename')
  return {
    kind: 'renamed',
    when: and(isAuthor(loaded.actor.id), notArchived(), visibilityUnchanged(loaded.row)),
    write: (changed) =>
      writesApplet(
        db
          .update(applets)
          .set({ name, updated_at: ctx.now() })
          .where(and(eq(applets.id, loaded.row.id), changed))
          .returning(),
      ),
  }
}

/** The change's log entry is for its first part. Each further part gets its own entry. */
function alsoLog({ db, ...ctx }: Ctx, kind: AppletEvent, marker: string) {
  const columns = {
    ...getTableColumns(activity_log),
    id: sql<string>`${ctx.id('act')}`.as('id'),
    kind: sql<AppletEvent>`${kind}`.as('kind'),
  }
  return writesLog(
    db
      .insert(activity_log)
      .select(db.select(columns).from(activity_log).where(eq(activity_log.id, marker)))
      .returning(),
  )
}
