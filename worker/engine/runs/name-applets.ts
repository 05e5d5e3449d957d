import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isVisible } from '../../applets/read/applet-status.ts'
import { appletPath } from '../../contract/addresses.ts'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import type { Db } from '../../db/client.ts'
import { decoded, FLAG, prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { enablementStatus } from '../../db/enablement-status.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { seenName } from '../../db/public-face.ts'
import { sessionUser } from '../../db/live-sessions.ts'

/** The names of these Applets, at most a page of them, as the session's user may see them. */
export async function nameApplets(db: Db, sessionHash: string, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, NamedApplet>()
  const [rows] = await runBatch(db, [namesQuery(db, { sessionHash, ids: JSON.stringify([...new Set(ids)]) })])
  return toNames(rows)
}

export function toNames(rows: readonly Facts[]): Map<number, NamedApplet> {
  return new Map(rows.map((row) => [row.id, toNamedApplet(row)]))
}

const namesQuery = prepared((db, { sessionHash, ids }: GivenAll<{ sessionHash: string; ids: string }>) =>
  selectNames(db, sessionUser(db, sessionHash), sql`${applets.id} in (select value from json_each(${ids}))`),
)

/** So many of the user's Applets are named without being asked for: all that most users have. */
const NAMED_AHEAD = 30

/** The Applets that the session's user has turned on so far, or the first of them: for a batch before it is known which will be asked for. */
export function ownNamesQuery(db: Db, user: SQLWrapper) {
  const own = db
    .select({ id: enablements.applet_id })
    .from(enablements)
    .where(sql`${enablements.user_id} = ${user}`)
    .limit(NAMED_AHEAD)
  return selectNames(db, user, inArray(applets.id, own))
}

function selectNames(db: Db, user: SQLWrapper, which: SQL) {
  const { id, friendly_id, config_type, published_at, archived_at, author_id } = applets
  const query = db
    .select({
      id,
      name: seenName(user).as('name'),
      friendly_id,
      config_type,
      published_at,
      archived_at,
      is_author: sql<boolean>`${author_id} = ${user}`.as('is_author'),
      enablement: enablementStatus,
    })
    .from(applets)
    .leftJoin(enablements, and(sql`${enablements.user_id} = ${user}`, eq(enablements.applet_id, id)))
    .where(which)
  return decoded(query, { is_author: FLAG })
}

type Facts = {
  id: number
  name: string
  friendly_id: string | null
  config_type: 'static' | 'dynamic'
  published_at: number | null
  archived_at: number | null
  is_author: boolean
  enablement: 'enabled' | 'disabled' | null
}

/** An Applet that the user can no longer see keeps its name, without a link. */
export function toNamedApplet({ id, name, friendly_id, config_type, ...facts }: Facts): NamedApplet {
  const { published_at, archived_at, is_author, enablement } = facts
  const visible = isVisible({ published: published_at !== null, archived: archived_at !== null, is_author, enablement })
  return { id, name, path: visible ? appletPath({ id, name, friendly_id, config_type }) : null }
}
