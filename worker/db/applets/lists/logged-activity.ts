import { and, desc, eq, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { ACTIVITY_PAGE_SIZE, type ActivityCategory } from '../../../contract/activity/activity-entry.ts'
import { CHANGE_WORDS } from '../../../contract/activity/change-words.ts'
import type { AppletKey } from '../../../contract/addresses.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import type { Db } from '../../../system/d1/client.ts'
import { nameColumns } from '../applet-names.ts'
import { seenName } from '../public-face.ts'
import { selectAppletId, type GivenAppletKey } from '../select-applet-id.ts'
import { decoded, FLAG, prepared, runNamed, type Given, type GivenAll, type RowOf } from '../../d1-batch.ts'
import { runnerQuery } from '../../runners.ts'
import { users } from '../../schema/accounts.ts'
import { activity_log, applets, enablements } from '../../schema/applets.ts'
import { holdsWord } from '../../search/word-search.ts'
import { actorQuery } from '../../sessions/actor-query.ts'
import { sessionUser } from '../../sessions/live-sessions.ts'

/**
 * A page of a session's activity, at a time in ms: the newest entries of each of these categories, one more than a page,
 * after `last`. Each entry holds all `words`.
 */
type Page = {
  sessionHash: string
  now: number
  categories: readonly ActivityCategory[]
  words: readonly string[]
  last: { created_at: number; id: string } | null
}

/**
 * The session's user, a page of all that was logged, the choices of its filter and the user's Runner, in one round trip.
 * `applet`: limits the entries to an Applet, which is a choice if the user's log mentions it.
 */
export function readActivity({ db }: DbCtx, applet: number | null, page: Page) {
  const { sessionHash, now } = page
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    ...overviewQueries(db, { sessionHash, asked: applet }),
    changes: changeQueries(db, applet === null ? {} : { applet }, page),
  })
}

/** As `readActivity`, of one Applet, with its address and whether the user may see it; no row for an unknown one. */
export function readAppletActivity({ db }: DbCtx, { id, friendly_id }: AppletKey, page: Page) {
  const { sessionHash, now } = page
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    ...appletQueries(db, { sessionHash, id, friendly_id }),
    changes: changeQueries(db, { id, friendly_id }, page),
  })
}

const overviewQueries = prepared(
  (db, { sessionHash, asked }: { sessionHash: Given<string>; asked: Given<number | null> }) => {
    const user = sessionUser(db, sessionHash)
    return { choices: choicesQuery(db, user, asked), runner: runnerQuery(db, user) }
  },
)

const appletQueries = prepared((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  return { applet: appletQuery(db, user, selectAppletId(ref)), runner: runnerQuery(db, user) }
})

/** `applet`, or the parts of its address, limit the entries to an Applet. `last_`: of the last entry on the page before. */
type Asked = Partial<AppletKey> & {
  sessionHash: string
  category: ActivityCategory
  applet?: number
  last_time?: number
  last_id?: string
}

function changeQueries(db: Db, of: Pick<Asked, 'applet' | 'id' | 'friendly_id'>, page: Page) {
  const { sessionHash, categories, words, last } = page
  const before = last && { last_time: last.created_at, last_id: last.id }
  return categories.map((category) => activityQuery(db, { sessionHash, ...of, category, ...before }, words))
}

/**
 * The newest entries of one category, one more than a page. Each category has its own query, so that the index returns
 * them in order and many failures do not slow down the search for the last change. Uses `=` because `in` would sort
 * every row. `words`: each entry must hold them in what happened, in its Applet's name or in its details.
 */
function activityQuery(db: Db, asked: Asked, words: readonly string[]) {
  return words.length === 0 ? preparedActivity(db, asked) : buildActivity(db, asked, words)
}

const preparedActivity = prepared((db, asked: GivenAll<Asked>) => buildActivity(db, asked, []))

function buildActivity(db: Db, asked: GivenAll<Asked>, words: readonly string[]) {
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

/** More than a person chooses from. Each Applet's own page has its activity too. */
const CHOICES = 500

/**
 * The choices of the filter by name: the user's enabled and own Applets, at most 500, and among them the requested one
 * if their log mentions it.
 */
function choicesQuery(db: Db, user: SQLWrapper, asked: Given<number | null>) {
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
function appletQuery(db: Db, user: SQLWrapper, applet: SQL<number>) {
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
