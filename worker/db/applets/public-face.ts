import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PublicFace } from '../../contract/applets/applet.ts'
import { applet_versions, applets, enablements } from '../schema/applets.ts'

/**
 * An author's changes to an Applet after taking it back are the author's alone. Everyone else goes on seeing the name
 * and texts that it had then, and of its steps those of the version that they run (applet-versions.ts).
 */

/** The face that everyone sees now: kept as the author takes the Applet back. */
export const currentFace = sql<PublicFace>`json_object('name', ${applets.name}, 'description', ${applets.description},
  'brand_color', ${applets.brand_color}, 'value_propositions', json(${applets.value_propositions}))`

/** The name that everyone but the author sees. */
export const publicName = sql<string>`coalesce(${applets.public_face} ->> '$.name', ${applets.name})`

/** The Applet's name as this user sees it. */
export function seenName(user: SQLWrapper): SQL<string> {
  return sql<string>`iif(${applets.author_id} = ${user}, ${applets.name}, ${publicName})`
}

/** The same of a row that was read. */
export function nameSeenBy(
  user_id: string,
  { author_id, name, public_face }: Pick<typeof applets.$inferSelect, 'author_id' | 'name' | 'public_face'>,
): string {
  return author_id === user_id ? name : (public_face?.name ?? name)
}

/** The Applet's color as this user sees it. */
export function seenColor(user: SQLWrapper): SQL<string> {
  return sql<string>`iif(${applets.author_id} = ${user}, ${applets.brand_color},
    coalesce(${applets.public_face} ->> '$.brand_color', ${applets.brand_color}))`
}

/** The Applet has a newer version than the row of `enablements`, which is its user's own. */
const isOlder = sql`exists (select 1 from ${applet_versions} newer
  where newer.applet_id = ${applets.id} and newer.version > ${enablements.version})`

/** The newer version is for the user to take. */
export const mayTakeNewer = sql<boolean>`(${applets.published_at} is not null and ${isOlder})`

/** This user has an older version of an Applet that was taken back. */
export function keepsOlder(user: SQLWrapper): SQL {
  return sql`(${applets.published_at} is null and ${applets.author_id} <> ${user} and ${isOlder})`
}

/** The version that the row of `enablements` has, joined as `applet_versions`. */
export const isKeptVersion = sql`${applet_versions.applet_id} = ${enablements.applet_id}
  and ${applet_versions.version} = ${enablements.version}`
