import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { appletPath, type AppletAddress } from '../../contract/addresses.ts'
import { FORMER_AUTHOR, FORMER_MARK } from '../../contract/accounts/former-author.ts'
import { isVisible } from '../../contract/applets/applet-visibility.ts'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, FLAG } from '../d1-batch.ts'
import { seenName } from './public-face.ts'
import { users } from '../schema/accounts.ts'
import { applets, enablements } from '../schema/applets.ts'

/** The user name of an Applet's author; "Former author" if the account is gone. */
export const authorName =
  sql<string>`case when substr(${users.login}, 1, 1) = ${sql.raw(`'${FORMER_MARK}'`)} then ${sql.raw(`'${FORMER_AUTHOR}'`)} else ${users.login} end`.as(
    'author',
  )

/** Whether the user has the Applet on or off, as a column; null where a join finds no row. */
export const enablementStatus = sql<'enabled' | 'disabled' | null>`${enablements.status}`.as('enablement')

/** An Applet's name as this user sees it, and what its address follows from. `enablements`: the user's own row. */
export function nameColumns(user: SQLWrapper) {
  const { friendly_id, config_type, published_at, archived_at, author_id } = applets
  return {
    name: seenName(user).as('name'),
    friendly_id,
    config_type,
    published_at,
    archived_at,
    is_author: sql<boolean>`${author_id} = ${user}`.as('is_author'),
    enablement: enablementStatus,
  }
}

/** These Applets, as the user may see them. */
export function namesQuery(db: Db, user: SQLWrapper, which: SQL) {
  const query = db
    .select({ id: applets.id, ...nameColumns(user) })
    .from(applets)
    .leftJoin(enablements, and(sql`${enablements.user_id} = ${user}`, eq(enablements.applet_id, applets.id)))
    .where(which)
  return decoded(query, { is_author: FLAG })
}

/** So many of the user's Applets are named without being asked for: all that most users have. */
const NAMED_AHEAD = 30

/** The Applets that the user has turned on so far, or the first of them: for a batch before it is known which will be asked for. */
export function ownNamesQuery(db: Db, user: SQLWrapper) {
  const own = db
    .select({ id: enablements.applet_id })
    .from(enablements)
    .where(sql`${enablements.user_id} = ${user}`)
    .limit(NAMED_AHEAD)
  return namesQuery(db, user, inArray(applets.id, own))
}

type Facts = AppletAddress & {
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

export function toNames(rows: readonly Facts[]): Map<number, NamedApplet> {
  return new Map(rows.map((row) => [row.id, toNamedApplet(row)]))
}
