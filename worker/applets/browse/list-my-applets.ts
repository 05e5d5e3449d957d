import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { actorQuery, sessionUser, toActor } from '../../session/actor.ts'
import { users } from '../../db/schema/accounts.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import type { Ctx } from '../../context/context.ts'
import type { MyApplets } from '../../contract/applets/applet.ts'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../errors/app-error.ts'
import { cardServicesQuery, withServices } from './applet-cards.ts'
import { connectionsOf, statusOf } from '../read/applet-status.ts'
import { applet_steps, applets, enablements } from '../../db/schema/applets.ts'

/** The Applets that the user has enabled or created, last changed first, in one round trip. */
export async function listMyApplets(ctx: Ctx): Promise<MyApplets> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const user = sessionUser(db, sessionHash)
  const [actorRows, rows, found, accounts] = await db.batch([
    actorQuery(db, sessionHash, ctx.now()),
    mineQuery(db, user),
    cardServicesQuery(db, inArray(applet_steps.applet_id, idsQuery(db, user))),
    db
      .select({ module_name: connected_accounts.module_name, status: connected_accounts.status })
      .from(connected_accounts)
      .where(inArray(connected_accounts.user_id, user)),
  ])
  const actor = toActor(actorRows, ctx.now())
  if (!actor) throw new AppError('not_signed_in')
  return {
    applets: withServices(rows, found).map(
      ({ enablement, paused_at, author_id, published_at, archived_at, ...card }) => {
        const steps = found.filter(({ applet_id }) => applet_id === card.id)
        const is_author = author_id === actor.id
        return {
          ...card,
          is_author,
          status: statusOf({ is_author, archived: archived_at !== null, enablement }),
          published: published_at !== null,
          paused: paused_at !== null,
          broken: enablement === 'enabled' && connectionsOf(steps, accounts).some(({ broken }) => broken),
        }
      },
    ),
  }
}

type UserQuery = ReturnType<typeof sessionUser>

function mineQuery(db: Db, user: UserQuery) {
  const { id, friendly_id, name, brand_color, config_type, enabled_count, author_id, published_at, archived_at } =
    applets
  return db
    .select({
      id,
      friendly_id,
      name,
      brand_color,
      config_type,
      enabled_count,
      author_id,
      published_at,
      archived_at,
      author: users.login,
      enablement: enablements.status,
      paused_at: enablements.paused_at,
    })
    .from(applets)
    .innerJoin(users, eq(users.id, applets.author_id))
    .leftJoin(enablements, and(eq(enablements.applet_id, applets.id), inArray(enablements.user_id, user)))
    .where(or(inArray(applets.author_id, user), isNotNull(enablements.id)))
    .orderBy(desc(sql`coalesce(${enablements.updated_at}, ${applets.updated_at})`), desc(applets.id))
}

function idsQuery(db: Db, user: UserQuery) {
  return db
    .select({ id: applets.id })
    .from(applets)
    .leftJoin(enablements, and(eq(enablements.applet_id, applets.id), inArray(enablements.user_id, user)))
    .where(or(inArray(applets.author_id, user), isNotNull(enablements.id)))
}
