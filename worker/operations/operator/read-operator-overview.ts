import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { OperatedService, OperatorOverview } from '../../contract/operator/operator-overview.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { services, type ServiceRow } from '../../db/schema/connections.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { runners } from '../../db/schema/runners.ts'
import { isGivenUp, stripe_events } from '../../db/schema/stripe-events.ts'
import { readHealth } from '../health/read-health.ts'
import { log } from '../../system/log/log.ts'
import { findService, loadServices } from '../../services/operator/known-services.ts'
import { servicesSwitchedOff } from '../../services/service-switch.ts'
import { requireOperator } from '../../users/session/require-operator.ts'
import { registrationOf, setupOf } from './service-setup.ts'

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
  const [rows, off, { problems }] = await Promise.all([readRows(ctx), servicesSwitchedOff(ctx), readHealth(ctx)])
  const [catalog, [behind], [late], oldest, events, changes] = rows
  // Those that operators have added.
  await loadServices(
    ctx,
    catalog.map(({ module_name }) => module_name),
  )
  const hostsOf = ({ module_name }: ServiceRow) => [...(findService(module_name)?.hosts ?? [])]
  const hosts = [...new Set(catalog.flatMap(hostsOf))].toSorted()
  const states = await Promise.all(hosts.map((host) => stateOf(ctx, host)))
  return {
    problems,
    services: catalog.map((row): OperatedService => ({
      module_name: row.module_name,
      name: row.name,
      published: row.published,
      running: !off.has(row.module_name),
      setup: setupOf(ctx, row),
      ...registrationOf(ctx, row),
      hosts: hostsOf(row),
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
    db
      .select()
      .from(services)
      .orderBy(sql`${services.name} collate nocase`),
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
