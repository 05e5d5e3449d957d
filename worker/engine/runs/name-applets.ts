import { sql } from 'drizzle-orm'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import { namesQuery, toNames } from '../../db/applets/applet-names.ts'
import { prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { applets } from '../../db/schema/applets.ts'
import type { Db } from '../../system/d1/client.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'

/** The names of these Applets, at most a page of them, as the session's user may see them. */
export async function nameApplets(db: Db, sessionHash: string, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, NamedApplet>()
  const [rows] = await runBatch(db, [preparedNames(db, { sessionHash, ids: JSON.stringify([...new Set(ids)]) })])
  return toNames(rows)
}

const preparedNames = prepared((db, { sessionHash, ids }: GivenAll<{ sessionHash: string; ids: string }>) =>
  namesQuery(db, sessionUser(db, sessionHash), sql`${applets.id} in (select value from json_each(${ids}))`),
)
