import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../context/context.ts'
import type { AppletEvent } from '../../contract/applets/applet.ts'
import type { UpdateAppletInput } from '../../contract/applets/applet-input.ts'
import { AppError } from '../../errors/app-error.ts'
import { appletRef } from '../read/applet-queries.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor, notArchived } from '../enable/write-conditions.ts'
import { bumpContentVersion } from './content-version.ts'
import { loadForUser, type LoadedForUser } from '../read/load-applet.ts'
import { requireAction, requireAuthor } from '../enable/require-allowed-action.ts'
import { notificationChange } from '../enable/set-notifications.ts'
import { activity_log, applets } from '../../db/schema/applets.ts'

/** One of the things that an update changes: its event, on what it depends, and its write. */
type Part = { kind: AppletEvent; when: SQL | undefined; write: (changed: SQL) => BatchItem<'sqlite'> }

/**
 * normalizedAppletUpdate (§7): the Applet's name, which is its author's alone, and the user's own notifications; all of
 * what is given or nothing. Throws `not_found` for a name by others, `conflict` where the status does not allow it.
 */
export async function updateApplet(ctx: Ctx, input: UpdateAppletInput): Promise<void> {
  const { name, push_enabled, failed_applet_run_notifications_enabled: failed } = input
  const world = await loadForUser(ctx, appletRef(input.applet_id))
  const parts: Part[] = []
  if (typeof name === 'string') parts.push(renaming(ctx, world, name))
  if (typeof push_enabled === 'boolean' || typeof failed === 'boolean') {
    parts.push(notificationChange(ctx, world, { push_enabled, failed, pushAttribute: 'push_enabled' }))
  }
  const [first, ...others] = parts
  if (!first) throw new AppError('invalid_input', { message: 'Say what to change.' })
  const { done } = await changeApplet(ctx, world, {
    kind: first.kind,
    when: and(...parts.map(({ when }) => when)),
    writes: (changed, marker) => [
      ...parts.map(({ write }) => write(changed)),
      ...others.map(({ kind }) => alsoLog(ctx, kind, marker)),
    ],
  })
  if (!done) throw new AppError('conflict')
  if (first.kind === 'renamed') await bumpContentVersion(ctx)
}

function renaming({ db, ...ctx }: Ctx, world: LoadedForUser, name: string): Part {
  requireAuthor(world)
  requireAction(world, 'rename')
  return {
    kind: 'renamed',
    when: and(isAuthor(world.actor.id), notArchived()),
    write: (changed) =>
      db
        .update(applets)
        .set({ name, updated_at: ctx.now() })
        .where(and(eq(applets.id, world.row.id), changed)),
  }
}

/** The change's log row stands for its first part; each further one has its own beside it. */
function alsoLog({ db, ...ctx }: Ctx, kind: AppletEvent, marker: string) {
  const columns = {
    ...getTableColumns(activity_log),
    id: sql<string>`${ctx.id('act')}`.as('id'),
    kind: sql<AppletEvent>`${kind}`.as('kind'),
  }
  return db.insert(activity_log).select(db.select(columns).from(activity_log).where(eq(activity_log.id, marker)))
}
