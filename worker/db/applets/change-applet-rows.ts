import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AppletEvent } from '../../contract/applets/applet.ts'
import type { PublishedText } from '../../contract/applets/applet-input.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { Tier } from '../../contract/tiers.ts'
import type { Ctx } from '../../system/context/context.ts'
import { insertActivity } from '../activity-entries.ts'
import { hasFreeSlot, subscriptionsUnchanged } from '../billing/plan-conditions.ts'
import { runBatch } from '../d1-batch.ts'
import { giveRunner, hasRunner, wantedOf, wantedQuery, type WantedStep } from '../runners.ts'
import { activity_log, applets } from '../schema/applets.ts'
import { CONDITIONS } from './applet-conditions.ts'
import { readRowsForUser, type RowsForUser } from './applet-rows.ts'
import { isMarked, ownWrites, type OwnChange } from './enablement-writes.ts'
import { listedFrom } from './publications.ts'
import { currentFace } from './public-face.ts'
import {
  readsWanted,
  wantedStep,
  withWritten,
  writesApplet,
  writesLog,
  writesMarker,
  writesRunner,
  type Write,
} from './written-rows.ts'

/** A change of an Applet, and of what this user has of it: all or nothing. */
export type AppletChange = {
  /** The log's entries. */
  events: readonly [AppletEvent, ...AppletEvent[]]
  /** All must still hold when it is written. */
  only_if: readonly (keyof typeof CONDITIONS)[]
  /** It takes a slot of the plan: the quota must have one, and the plan be the one that was checked. */
  takes_slot?: { tier: Tier; subscriptions_version: string }
  /** Given to a user who has no Runner yet: the change's keys name it. */
  first_runner?: string | null
  own?: OwnChange
  applet?: AppletUpdate
}

type AppletUpdate =
  /** `listed_after`: hours until a new author's Applet stands in lists. */
  | { kind: 'publish'; text: PublishedText; listed_after: number }
  | { kind: 'set'; columns: Partial<PublishedText> }
  | { kind: 'take_back' }
  | { kind: 'archive' }
  | { kind: 'restore' }

type ChangeCtx = Pick<Ctx, 'db' | 'now' | 'realNow' | 'id'> & { sessionHash: string }
type Changed = {
  /** The change that was written; null where the caller decided for none, or its conditions held at none of its tries. */
  change: AppletChange | null
  /** As a read right after would give them. */
  rows: RowsForUser
  /** How far the change brought `wanted`; null where the user's Runner has to be told everything, or nothing was written. */
  step: WantedStep | null
}

/**
 * Reads an Applet with its viewer's part, lets the caller's rule decide on what was read, and writes what it decides in
 * one batch, which is one transaction. Where its conditions no longer hold, it is read and decided again.
 */
export async function changeAppletRows(
  ctx: ChangeCtx,
  ref: AppletKey,
  decide: (rows: RowsForUser) => Promise<AppletChange | null>,
  tries: number,
): Promise<Changed> {
  const read = () => readRowsForUser(ctx.db, ref, { sessionHash: ctx.sessionHash, now: ctx.realNow() })
  let rows = await read()
  for (let left = tries; left > 0; left--) {
    const change = await decide(rows)
    if (change === null) break
    const written = await write(ctx, rows, change)
    if (written) return { change, ...written, rows: runsWhatWasRead(written.rows) ? written.rows : await read() }
    rows = await read()
  }
  return { change: null, rows, step: null }
}

/** Not if its author saved a version after the Applet was read. */
function runsWhatWasRead({ applet: [row], enablement: [own] }: RowsForUser): boolean {
  return (own?.version ?? 1) <= (row?.newest_version ?? 1)
}

/** The log's entry is written only if all conditions hold, and all other writes depend on it. Null where they do not. */
async function write(ctx: ChangeCtx, read: RowsForUser, change: AppletChange): Promise<Omit<Changed, 'change'> | null> {
  const { applet, actor, totals } = read
  const [row] = applet
  const user_id = actor[0]?.user.id
  if (!row || user_id === undefined) throw new Error('Nobody changes an Applet that is not there.')
  const { first_runner, takes_slot, events, own, applet: update } = change
  const [event, ...others] = events
  const marker = ctx.id('act')
  const facts = { user_id, row, now: ctx.now() }
  const when = and(
    eq(applets.id, row.id),
    ...change.only_if.map((name) => CONDITIONS[name](facts)),
    takes_slot && hasFreeSlot(user_id, takes_slot.tier),
    takes_slot && subscriptionsUnchanged(user_id, takes_slot.subscriptions_version),
    first_runner ? hasRunner(user_id, first_runner) : undefined,
  )
  const entry = { id: marker, kind: event, user_id, applet_id: row.id }
  const written = await runBatch(ctx.db, [
    ...(first_runner ? [writesRunner(giveRunner(ctx, user_id, first_runner))] : []),
    writesMarker(
      insertActivity(ctx, entry, { from: applets, where: when }).returning({
        created_at: activity_log.created_at,
        wanted: wantedOf(sql`${user_id}`).as('wanted'),
      }),
    ),
    ...(own ? ownWrites(ctx, { user_id, applet_id: row.id }, own, marker) : []),
    ...(update ? [updateApplet(ctx, row, update, isMarked(marker))] : []),
    ...others.map((kind) =>
      writesLog(
        insertActivity(ctx, { ...entry, id: ctx.id('act'), kind }, { where: isMarked(marker) }).returning({
          created_at: activity_log.created_at,
        }),
      ),
    ),
    ...(totals[0]?.wanted == null ? [] : [readsWanted(wantedQuery(ctx.db, { user_id }))]),
  ])
  if (!written.some(({ of }) => of === 'marker')) return null
  return { rows: withWritten(read, written), step: wantedStep(written) }
}

function updateApplet(
  { db, now }: ChangeCtx,
  row: { id: number; author_id: string },
  update: AppletUpdate,
  when: SQL,
): Write {
  return writesApplet(
    db
      .update(applets)
      .set({ ...columnsOf(update, row.author_id, now()), updated_at: now() })
      .where(and(eq(applets.id, row.id), when))
      .returning(),
  )
}

function columnsOf(update: AppletUpdate, author_id: string, now: number) {
  switch (update.kind) {
    case 'publish': {
      const unlisted_until = listedFrom({ author_id, now, hours: update.listed_after })
      return { ...update.text, published_at: now, public_face: null, unlisted_until }
    }
    case 'set':
      return update.columns
    case 'take_back':
      return { published_at: null, public_face: currentFace, unlisted_until: null }
    case 'archive':
      return { archived_at: now }
    case 'restore':
      return { archived_at: null }
  }
}
