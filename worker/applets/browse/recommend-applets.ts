import { and, desc, sql } from 'drizzle-orm'
import { service_steps } from '../../db/schema/connections.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { RecommendedInput } from '../../contract/applets/applet-input.ts'
import type { AppletCard } from '../../contract/applets/applet.ts'
import { prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { cardQueries, isListed, toCards } from './applet-cards.ts'
import { applet_steps, applets, step_applets } from '../../db/schema/applets.ts'

/** How many Applets are considered. A service with more than OF_THE_SERVICES Applets has some among the MOST_USED. */
const MOST_USED = 100
const OF_THE_SERVICES = 100

/**
 * Recommended Applets (§7): published Applets that use any of these services, those sharing the most services first,
 * then the most used. One round trip, which reads no more rows as the number of Applets grows.
 */
export async function recommendApplets({ db }: Ctx, input: RecommendedInput): Promise<AppletCard[]> {
  const { module_names, count, except } = input
  // One value for all names: D1 takes at most a hundred, and the statement stays the same.
  const asked = { names: JSON.stringify(module_names), count, except: except ?? null }
  const [rows, found] = await runBatch(db, recommendedQueries(db, asked))
  return toCards(rows, found)
}

const recommendedQueries = prepared(
  (db, { names, count, except }: GivenAll<{ names: string; count: number; except: number | null }>) => {
    const ofNamed = sql`${service_steps.module_name} in (select value from json_each(${names}))`
    const named = sql`from ${applet_steps} join ${service_steps} on ${service_steps.id} = ${applet_steps.step_id}
      where ${applet_steps.applet_id} = ${applets.id} and ${ofNamed}`
    // Counted only for those that share any.
    const shared = sql`(select count(distinct ${service_steps.module_name}) ${named})`
    const candidates = sql`${applets.id} in (
    select id from (select ${applets.id} from ${applets} where ${isListed} order by ${applets.enabled_count} desc limit ${MOST_USED})
    union
    select applet_id from (select ${step_applets.applet_id} from ${step_applets}
      where ${step_applets.step_id} in (select ${service_steps.id} from ${service_steps} where ${ofNamed}) limit ${OF_THE_SERVICES}))`
    const where = and(candidates, isListed, sql`exists (select 1 ${named})`, sql`${applets.id} is not ${except}`)
    return cardQueries(db, { where, first: desc(shared), limit: count })
  },
)
