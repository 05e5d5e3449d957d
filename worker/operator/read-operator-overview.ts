import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { OperatedService, OperatorOverview } from '../contract/operator/operator-overview.ts'
import { MINUTE } from '../contract/shared/durations.ts'
import { users } from '../db/schema/accounts.ts'
import { services } from '../db/schema/connections.ts'
import { operator_log } from '../db/schema/operator.ts'
import { runners } from '../db/schema/runners.ts'
import { isGivenUp, stripe_events } from '../db/schema/stripe-events.ts'
import { log } from '../log/log.ts'
import { allServices } from '../services/service-registry.ts'
import { servicesSwitchedOff } from '../services/service-switch.ts'
import { requireOperator } from './require-operator.ts'
import { redirectUri, setupOf } from './service-setup.ts'

const EVENTS = 50
const CHANGES = 50
const OLDEST = 20
/** Counting ends there. */
const MOST = 1000
/** How late a Runner may be before it counts, in ms. */
const LATE = 2 * MINUTE

/** GET /api/operator: what an operator has to know today. Nothing of what runs contain. Throws as `requireOperator`. */
export async function readOperatorOverview(ctx: Ctx): Promise<OperatorOverview> {
  await requireOperator(ctx)
  const hosts = [...new Set(allServices.flatMap((service) => service.hosts))].toSorted()
  const [rows, off, states] = await Promise.all([
    readRows(ctx),
    servicesSwitchedOff(ctx),
    Promise.all(hosts.map((host) => stateOf(ctx, host))),
  ])
  const [catalog, [behind], [late], oldest, events, changes] = rows
  const hostsOf = new Map(allServices.map((service) => [service.module_name, service.hosts]))
  return {
    services: catalog.map((row): OperatedService => ({
      module_name: row.module_name,
      name: row.name,
      published: row.published,
      running: !off.has(row.module_name),
      setup: setupOf(ctx.settings, row),
      redirect_uri: redirectUri(ctx.settings, row),
      hosts: [...(hostsOf.get(row.module_name) ?? [])],
    })),
    hosts: hosts.map((host, index) => ({ host, state: states[index] ?? null })),
    runners: { behind: behind?.count ?? 0, late: late?.count ?? 0, oldest },
    events,
    changes,
  }
}

function readRows({ db, now }: Ctx) {
  const isBehind = and(
    sql`${runners.applied} < ${runners.wanted}`,
    isNull(runners.deleted_at),
    lt(runners.wanted, now() - LATE),
  )
  const isLate = and(lt(runners.wake_by, now() - LATE), isNull(runners.deleted_at))
  const countOf = (where: typeof isLate) =>
    db.select({ count: sql<number>`count(*)`.as('count') }).from(
      db
        .select({ one: sql`1`.as('one') })
        .from(runners)
        .where(where)
        .limit(MOST)
        .as('some'),
    )
  const { id, type, parked, attempts, received_at } = stripe_events
  return db.batch([
    db.select().from(services).orderBy(asc(services.name)),
    countOf(isBehind),
    countOf(isLate),
    db
      .select({ user_id: runners.user_id, due_at: sql<number>`${runners.wake_by}`.as('due_at') })
      .from(runners)
      .where(isLate)
      .orderBy(asc(runners.wake_by))
      .limit(OLDEST),
    db
      .select({ id, type, parked, attempts, received_at })
      .from(stripe_events)
      .where(isGivenUp(stripe_events))
      .orderBy(desc(received_at))
      .limit(EVENTS),
    db
      .select({
        id: operator_log.id,
        login: users.login,
        action: operator_log.action,
        subject: operator_log.subject,
        before: operator_log.before,
        after: operator_log.after,
        outcome: operator_log.outcome,
        created_at: operator_log.created_at,
      })
      .from(operator_log)
      .leftJoin(users, eq(users.id, operator_log.user_id))
      .orderBy(desc(operator_log.created_at))
      .limit(CHANGES),
  ])
}

/** Null where the host's object cannot be asked: the page shows the rest. */
async function stateOf(ctx: Ctx, host: string) {
  try {
    return await ctx.hosts.read(host)
  } catch (error) {
    log('warn', 'host_unreachable', { host, message: String(error) })
    return null
  }
}
