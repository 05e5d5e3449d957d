import { and, sql } from 'drizzle-orm'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import type { DbCtx } from '../../system/context/context.ts'
import { namesQuery, toNames } from '../applets/applet-names.ts'
import { prepared, runNamed, type GivenAll } from '../d1-batch.ts'
import { applets } from '../schema/applets.ts'
import { drafts } from '../schema/drafts.ts'
import { sessionUser } from '../sessions/live-sessions.ts'

/** What ran: Applets, and drafts that were tried. */
type Ran = { applet_ids: readonly number[]; draft_ids: readonly number[] }
type RunNames = { applets: Map<number, NamedApplet>; drafts: ReadonlySet<number> }

/**
 * The names of these Applets, at most a page of them, as the session's user may see them, and which of these drafts the
 * user still has. Asks nothing for nothing.
 */
export async function readRunNames(
  { db }: DbCtx,
  sessionHash: string,
  { applet_ids, draft_ids }: Ran,
): Promise<RunNames> {
  if (applet_ids.length === 0 && draft_ids.length === 0) return { applets: new Map(), drafts: new Set() }
  const found = await runNamed(db, {
    applets: applet_ids.length === 0 ? [] : [appletsQuery(db, { sessionHash, ids: listOf(applet_ids) })],
    drafts: draft_ids.length === 0 ? [] : [draftsQuery(db, { sessionHash, ids: listOf(draft_ids) })],
  })
  return { applets: toNames(found.applets), drafts: new Set(found.drafts.map(({ id }) => id)) }
}

function listOf(ids: readonly number[]): string {
  return JSON.stringify([...new Set(ids)])
}

type Asked = { sessionHash: string; ids: string }

const appletsQuery = prepared((db, { sessionHash, ids }: GivenAll<Asked>) =>
  namesQuery(db, sessionUser(db, sessionHash), sql`${applets.id} in (select value from json_each(${ids}))`),
)

const draftsQuery = prepared((db, { sessionHash, ids }: GivenAll<Asked>) =>
  db
    .select({ id: drafts.id })
    .from(drafts)
    .where(
      and(
        sql`${drafts.id} in (select value from json_each(${ids}))`,
        sql`${drafts.user_id} = ${sessionUser(db, sessionHash)}`,
      ),
    ),
)
