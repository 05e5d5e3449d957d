import { inArray } from 'drizzle-orm'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { toActor } from '../../users/session/actor.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletCard } from '../../contract/applets/applet.ts'
import type { MyApplet, MyApplets } from '../../contract/applets/my-applets.ts'
import type { MyAppletsInput } from '../../contract/applets/my-applets-input.ts'
import type { Db } from '../../system/d1/client.ts'
import { prepared, runBatch, type Given, type GivenAll } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { refreshRunCounts } from '../../engine/runner-sync/refresh-run-counts.ts'
import { applet_steps } from '../../db/schema/applets.ts'
import { statusOf } from '../read/applet-status.ts'
import { readRunCounts } from '../read/run-counts.ts'
import { cardServicesQuery, toCards, type CardService } from '../../db/applets/applet-cards.ts'
import { myCountsQuery, myIdsQuery, myRowsQuery, myServicesQuery } from './my-applets-queries.ts'
import { isByRuns, isNarrowed, pageOf } from './my-applets-rules.ts'

/** Nothing is searched, filtered or sorted. */
const SECTIONS: MyAppletsInput = { q: '', sort: 'recent' }

/**
 * The Applets that the user has enabled or made, in one round trip (three more by when or how often they ran): a page of those that match, or without a search,
 * filter or sort the last changed ones of every section. Throws `not_signed_in`.
 */
export async function listMyApplets(ctx: Ctx, input: MyAppletsInput = SECTIONS): Promise<MyApplets> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  if (isByRuns(input)) await refreshOwnCounts(ctx)
  const queries = isNarrowed(input) ? myQueries(db, sessionHash, input) : sectionQueries(db, { sessionHash })
  const [actorRows, rows, found, [numbers], services] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ...queries,
  ])
  const actor = toActor(actorRows, ctx.now())
  if (!actor || !numbers) throw new AppError('not_signed_in')
  const { page, next } = isNarrowed(input) ? pageOf(rows) : { page: rows, next: null }
  const { total, enabled_now, runner_id, ...counts } = numbers
  const runsOf = await readRunCounts(ctx, runner_id)
  const applets = toCards({ cards: page, cardServices: servicesOf(page, found) }).map(
    ({
      enablement,
      paused_at,
      author_id,
      published_at,
      archived_at,
      taken_down,
      sort_key: _key,
      kept_services: _kept,
      ...card
    }): MyApplet => {
      const is_author = author_id === actor.id
      const status = statusOf({ is_author, archived: archived_at !== null, enablement })
      const published = published_at !== null
      const said = { is_author, status, published, taken_down: taken_down !== null, paused: paused_at !== null }
      return { ...card, ...runsOf?.(card.id), ...said }
    },
  )
  return { applets, next, counts, total, enabled: enabled_now, services }
}

/** D1 orders, so its copies of what the Runner counts are brought up to date first. */
async function refreshOwnCounts(ctx: Ctx): Promise<void> {
  const user = await ctx.user()
  if (user) await refreshRunCounts(ctx, user.id)
}

/** Where a row says which services its Applet has for this user, these instead of those that its author has by now. */
function servicesOf(
  rows: readonly { id: number; kept_services: AppletCard['services'] | null }[],
  newest: readonly CardService[],
): CardService[] {
  const kept = new Map(rows.flatMap(({ id, kept_services }) => (kept_services ? [[id, kept_services]] : [])))
  return [
    ...newest.filter(({ applet_id }) => !kept.has(applet_id)),
    ...[...kept].flatMap(([applet_id, services]) =>
      services.map((service, position) => ({ ...service, applet_id, place: 0, position })),
    ),
  ]
}

const sectionQueries = prepared((db, { sessionHash }: GivenAll<{ sessionHash: string }>) =>
  myQueries(db, sessionHash, SECTIONS),
)

function myQueries(db: Db, sessionHash: Given<string>, input: MyAppletsInput) {
  const user = sessionUser(db, sessionHash)
  return [
    myRowsQuery(db, user, input),
    cardServicesQuery(db, inArray(applet_steps.applet_id, myIdsQuery(db, user, input))),
    myCountsQuery(db, user, input),
    myServicesQuery(db, user),
  ] as const
}
