import { and, sql } from 'drizzle-orm'
import { draftPath } from '../../contract/drafts/draft-addresses.ts'
import { draftIdOf } from '../../contract/drafts/draft-runs.ts'
import type { RunSummary } from '../../contract/runs/applet-run.ts'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import type { Db } from '../../system/d1/client.ts'
import { prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { nameApplets } from './name-applets.ts'

type NamedRun = Pick<RunSummary, 'applet_id' | 'draft_name'>

/**
 * Names what ran, by the run's `applet_id`: the Applets as the session's user may see them, and the drafts that were
 * tried, with a link while they are there. `known` are not asked for again.
 */
export async function nameRuns(
  db: Db,
  sessionHash: string,
  runs: readonly NamedRun[],
  known: ReadonlyMap<number, NamedApplet> = new Map(),
): Promise<Map<number, NamedApplet>> {
  const missing = runs.filter(({ applet_id }) => !known.has(applet_id))
  const tried = missing.filter(({ applet_id }) => draftIdOf(applet_id) !== null)
  const others = missing.flatMap(({ applet_id }) => (draftIdOf(applet_id) === null ? [applet_id] : []))
  const [named, stored] = await Promise.all([
    nameApplets(db, sessionHash, others),
    storedDrafts(db, sessionHash, tried),
  ])
  const ofDrafts = tried.map(({ applet_id, draft_name = 'A draft' }): [number, NamedApplet] => {
    const id = draftIdOf(applet_id)
    return [applet_id, { id: applet_id, name: draft_name, path: id !== null && stored.has(id) ? draftPath(id) : null }]
  })
  return new Map([...known, ...named, ...ofDrafts])
}

async function storedDrafts(db: Db, sessionHash: string, tried: readonly NamedRun[]): Promise<Set<number>> {
  if (tried.length === 0) return new Set()
  const ids = [...new Set(tried.map(({ applet_id }) => draftIdOf(applet_id)))]
  const [rows] = await runBatch(db, [storedQuery(db, { sessionHash, ids: JSON.stringify(ids) })])
  return new Set(rows.map(({ id }) => id))
}

const storedQuery = prepared((db, { sessionHash, ids }: GivenAll<{ sessionHash: string; ids: string }>) =>
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
