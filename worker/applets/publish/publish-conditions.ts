import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { PUBLICATIONS_A_DAY } from '../../contract/applets/publication.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { activity_log, applets } from '../../db/schema/applets.ts'
import { services } from '../../db/schema/connections.ts'
import { hidden_authors } from '../../db/schema/moderation.ts'
import { problemOfPublicName } from './check-public-name.ts'

/** Conditions on the database at the moment of writing, as in write-conditions.ts. */

/** No operator took the author's Applets down. */
export function mayPublish(user_id: string): SQL {
  return sql`not exists (select 1 from ${hidden_authors} h where h.user_id = ${user_id})`
}

/** The author's publications of the last 24 hours, as a part of a query. */
function publications({ now }: Pick<Ctx, 'now'>, user_id: string): SQL {
  return sql`from ${activity_log} l where l.user_id = ${user_id} and l.category = 'change'
    and l.created_at > ${now() - DAY} and l.kind = 'published'`
}

export function hasPublicationLeft(ctx: Pick<Ctx, 'now'>, user_id: string): SQL {
  return sql`(select count(*) ${publications(ctx, user_id)}) < ${PUBLICATIONS_A_DAY}`
}

/** When the author's next Applet may enter lists (ms): null, at once, if one of theirs stands there already. */
export function listedFrom({ now, settings }: Pick<Ctx, 'now' | 'settings'>, user_id: string): SQL<number | null> {
  const { PUBLISH_DELAY_HOURS: hours } = settings
  if (hours === 0) return sql`null`
  return sql`(case when exists (select 1 from ${applets} a where a.author_id = ${user_id} and a.published_at is not null
    and a.archived_at is null and a.unlisted_until is null and a.taken_down is null) then null
    else ${now() + hours * HOUR} end)`
}

/** Reads the facts that the author's publications depend on. */
export async function readPublishing(ctx: Ctx, user_id: string) {
  const [row] = await ctx.db
    .select({
      today: sql<number>`(select count(*) ${publications(ctx, user_id)})`.as('today'),
      oldest: sql<number | null>`(select min(l.created_at) ${publications(ctx, user_id)})`.as('oldest'),
      allowed: sql<boolean>`${mayPublish(user_id)}`.mapWith(Boolean).as('allowed'),
      listed_from: sql<number | null>`${listedFrom(ctx, user_id)}`.as('listed_from'),
    })
    .from(sql`(select 1)`)
  return {
    today: row?.today ?? 0,
    /** When the oldest of these publications no longer counts, in ms. */
    free_at: (row?.oldest ?? 0) + DAY,
    allowed: row?.allowed ?? false,
    listed_from: row?.listed_from ?? null,
  }
}

/**
 * Finds the problem with a public name: a link in it, or that it poses as a service. Null for a good one.
 */
export async function publicNameProblem({ db, settings }: Ctx, name: string): Promise<string | null> {
  const known = await db.select({ name: services.name, short_name: services.short_name }).from(services)
  return problemOfPublicName(name, [settings.PRODUCT_NAME, ...known.flatMap((each) => [each.name, each.short_name])])
}

/** Throws `invalid_input` (422) for a name with a `publicNameProblem`. */
export async function requirePublicName(ctx: Ctx, name: string): Promise<void> {
  const message = await publicNameProblem(ctx, name)
  if (message !== null) throw new AppError('invalid_input', { attribute: 'name', message })
}
