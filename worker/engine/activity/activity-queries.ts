import { and, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import { selectAppletId } from '../../db/applets/select-applet-id.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { GivenAppletKey } from '../../db/applets/select-applet-id.ts'
import { nameColumns, toNamedApplet } from '../../db/applets/applet-names.ts'
import { holdsWord } from '../../db/search/word-search.ts'
import { ACTIVITY_PAGE_SIZE, type ActivityCategory, type ChangeEntry } from '../../contract/activity/activity-entry.ts'
import { CHANGE_WORDS } from '../../contract/activity/change-words.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, FLAG, prepared, type Given, type GivenAll, type RowOf } from '../../db/d1-batch.ts'
import { users } from '../../db/schema/accounts.ts'
import { activity_log, applets, enablements } from '../../db/schema/applets.ts'
import { seenName } from '../../db/applets/public-face.ts'
import { runnerQuery } from '../../db/runners/user-runners.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'

/** `applet`, or the parts of its address, limit the entries to an Applet. `last_`: of the last entry on the page before. */
export type ActivityAsked = Partial<AppletKey> & {
  sessionHash: string
  category: ActivityCategory
  applet?: number
  last_time?: number
  last_id?: string
}

/**
 * The newest entries of one category, one more than a page. Each category has its own query, so that the index returns
 * them in order and a busy webhook does not slow down the search for the last change. Uses `=` because `in` would sort
 * every row. `words`: each entry must hold them in what happened, in its Applet's name or in its details.
 */
export function activityQuery(db: Db, asked: ActivityAsked, words: readonly string[]) {
  return words.length === 0 ? preparedActivity(db, asked) : buildActivity(db, asked, words)
}

const preparedActivity = prepared((db, asked: GivenAll<ActivityAsked>) => buildActivity(db, asked, []))

function buildActivity(db: Db, asked: GivenAll<ActivityAsked>, words: readonly string[]) {
  const { sessionHash, category, applet, id: address_id, friendly_id, last_time, last_id } = asked
  const limitedTo =
    address_id === undefined || friendly_id === undefined ? applet : selectAppletId({ id: address_id, friendly_id })
  const { id, kind, detail, created_at, applet_id } = activity_log
  const query = db
    .select({
      id,
      kind,
      category: activity_log.category,
      detail,
      created_at,
      applet_id,
      ...nameColumns(sql`${activity_log.user_id}`),
      name: sql<string | null>`${seenName(activity_log.user_id)}`.as('name'),
      service_name: sql<
        string | null
      >`(select s.name from services s where s.module_name = json_extract(${detail}, '$.module_name'))`.as(
        'service_name',
      ),
    })
    .from(activity_log)
    .leftJoin(applets, eq(applets.id, applet_id))
    .leftJoin(enablements, and(eq(enablements.user_id, activity_log.user_id), eq(enablements.applet_id, applet_id)))
    .where(
      and(
        sql`${activity_log.user_id} = ${sessionUser(db, sessionHash)}`,
        eq(activity_log.category, category),
        limitedTo === undefined ? undefined : sql`${applet_id} = ${limitedTo}`,
        last_id === undefined ? undefined : sql`(${created_at}, ${id}) < (${last_time}, ${last_id})`,
        ...words.map(mentions),
      ),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(ACTIVITY_PAGE_SIZE + 1)
  return decoded(query, { detail, is_author: FLAG })
}
export type ActivityRow = RowOf<ReturnType<typeof activityQuery>>

function mentions(word: string): SQL | undefined {
  const said = Object.entries(CHANGE_WORDS).flatMap(([kind, words]) =>
    words.toLowerCase().includes(word.toLowerCase()) ? [kind] : [],
  )
  const { kind, detail } = activity_log
  return or(
    holdsWord(seenName(activity_log.user_id), word),
    sql`instr(lower(${detail}), lower(${word})) > 0`,
    said.length > 0 ? sql`${kind} in (select value from json_each(${JSON.stringify(said)}))` : undefined,
  )
}

export function toEntry(row: ActivityRow): ChangeEntry {
  const { id, kind, category, detail, service_name, created_at } = row
  return { id, kind, category, detail, service_name, created_at, applet: appletOf(row) }
}

function appletOf({ applet_id, name, config_type, ...facts }: ActivityRow): ChangeEntry['applet'] {
  if (applet_id === null || name === null || config_type === null) return null
  return toNamedApplet({ ...facts, id: applet_id, name, config_type })
}

type UserQuery = ReturnType<typeof sessionUser>

/** The choices of the filter, and the user's Runner. `asked`: an Applet that is a choice if the user's log mentions it. */
export const overviewQueries = prepared(
  (db, { sessionHash, asked }: { sessionHash: Given<string>; asked: Given<number | null> }) => {
    const user = sessionUser(db, sessionHash)
    return [choicesQuery(db, user, asked), runnerQuery(db, user)] as const
  },
)

/** An Applet's address, and the user's Runner. */
export const appletQueries = prepared(
  (db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) => {
    const user = sessionUser(db, sessionHash)
    return [appletQuery(db, user, selectAppletId(ref)), runnerQuery(db, user)] as const
  },
)

/** More than a person chooses from. Each Applet's own page has its activity too. */
const CHOICES = 500

/**
 * The choices of the filter by name: the user's enabled and own Applets, at most 500, and among them the requested one
 * if their log mentions it.
 */
function choicesQuery(db: Db, user: UserQuery, asked: Given<number | null>) {
  const { id, author_id } = applets
  const chosen = db
    .select({ id, ...nameColumns(sql`${user}`) })
    .from(applets)
    .leftJoin(enablements, and(sql`${enablements.user_id} = ${user}`, eq(enablements.applet_id, id)))
    .where(
      sql`${author_id} = ${user}
        or ${id} in (select e.applet_id from ${enablements} e where e.user_id = ${user})
        or (${id} = ${asked} and exists (select 1 from ${activity_log} l where l.user_id = ${user} and l.applet_id = ${asked}))`,
    )
    .orderBy(desc(sql`${id} is ${asked}`), sql`name`, id)
    .limit(CHOICES)
    .as('chosen')
  const query = db
    .select()
    .from(chosen)
    .orderBy(sql`${chosen.name}`, chosen.id)
  return decoded(query, { is_author: FLAG })
}

/** An Applet's address, and whether this user may see it. */
function appletQuery(db: Db, user: UserQuery, applet: SQL<number>) {
  const { id, author_id } = applets
  const query = db
    .select({
      id,
      ...nameColumns(sql`${users.id}`),
      is_author: sql<boolean>`${author_id} = ${users.id}`.as('is_author'),
    })
    .from(applets)
    .innerJoin(users, sql`${users.id} = ${user}`)
    .leftJoin(enablements, and(eq(enablements.user_id, users.id), eq(enablements.applet_id, id)))
    .where(sql`${id} = ${applet}`)
  return decoded(query, { is_author: FLAG })
}
