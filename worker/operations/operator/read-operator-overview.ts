import { isNew } from '../../connections/accounts/published-services.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { OperatedService, OperatorOverview } from '../../contract/operator/operator-overview.ts'
import { readOperatorRows } from '../../db/operator-rows.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import { readHealth } from '../health/read-health.ts'
import { log } from '../../system/log/log.ts'
import { findService, loadServices } from '../../services/known-services.ts'
import { servicesSwitchedOff } from '../../services/service-switch.ts'
import { requireOperator } from '../../users/session/require-operator.ts'
import { registrationOf, setupOf } from './service-setup.ts'

/** GET /api/operator: what an operator has to know today. Nothing of what runs contain. Throws as `requireOperator`. */
export async function readOperatorOverview(ctx: Ctx): Promise<OperatorOverview> {
  await requireOperator(ctx)
  const [rows, off, { problems }] = await Promise.all([
    readOperatorRows(ctx),
    servicesSwitchedOff(ctx),
    readHealth(ctx),
  ])
  const { catalog, behind, late, oldest, events, changes, logins } = rows
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
      is_new: isNew(row),
      ...registrationOf(ctx, row),
      hosts: hostsOf(row),
    })),
    hosts: hosts.map((host, index) => ({ host, state: states[index] ?? null })),
    runners: { behind: behind[0]?.count ?? 0, late: late[0]?.count ?? 0, oldest },
    events,
    changes,
    logins,
  }
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
