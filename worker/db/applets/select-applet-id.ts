import { sql, type SQL } from 'drizzle-orm'
import type { AppletKey } from '../../contract/addresses.ts'
import type { GivenAll } from '../d1-batch.ts'
import { applets } from '../schema/applets.ts'

export type GivenAppletKey = GivenAll<AppletKey>

/** The Applet's id as a subquery, so that all parts are read in one round trip. A friendly_id takes precedence. */
export function selectAppletId({ id, friendly_id }: GivenAppletKey): SQL<number> {
  return sql<number>`(select a.id from ${applets} a where a.friendly_id = ${friendly_id} or a.id = ${id}
    order by a.friendly_id is ${friendly_id} desc limit 1)`
}
