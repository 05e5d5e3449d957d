import type { RunnerCtx } from '../../../system/context/context.ts'
import { log } from '../../../system/log/log.ts'
import { guardedOutcome } from '../../../system/outbound/guarded-outcome.ts'
import type { RunnableService } from '../../steps/service-steps.ts'
import type { ServicesPort } from '../../steps/services-port.ts'
import { SERVICE_HOLD } from '../../runner/execution/hold-rules.ts'
import type { CallLeases } from '../../runner/ports/call-leases.ts'
import type { HostBreakers } from '../../runner/ports/host-breakers.ts'
import type { RunnerClock } from '../../runner/ports/runner-world.ts'
import type { SourceWorld } from './source-world.ts'

type Parts = {
  state: Pick<DurableObjectState, 'id' | 'storage' | 'waitUntil'>
  breakers: HostBreakers
  leases: CallLeases
  ctx: RunnerCtx
  services: Pick<ServicesPort, 'findOwnService' | 'isServiceOff' | 'addressOf'>
  clock: RunnerClock
}

/** The real world of a Source: its object's storage and alarm, and the Worker's features. */
export function sourceWorld({ state, breakers, leases, ctx, services, clock }: Parts): SourceWorld {
  const { storage } = state
  const outbound = guardedOutcome(ctx)
  const source_id = state.id.toString()
  return {
    source_id,
    sql: <Row>(query: string, ...values: (string | number | null)[]) =>
      storage.sql.exec(query, ...values).toArray() as Row[],
    transaction: (work) => storage.transactionSync(work),
    now: clock.now,
    setAlarm: (at) => {
      if (at === null) void storage.deleteAlarm()
      else void storage.setAlarm(Math.max(clock.toRealTime(at), 1))
    },
    token: ctx.token,
    findSource: (module_name, source) => {
      const service = services.findOwnService(module_name)
      const definition = service?.sources[source]
      return service && definition ? { definition, hosts: service.hosts, limit: service.app_limit } : null
    },
    io: (module_name) => {
      const service = services.findOwnService(module_name)
      const base_url = service === null ? '' : services.addressOf(service)
      return { fetch: outbound, base_url, now: clock.now(), operator_key: operatorKey(ctx, service) }
    },
    delay: async (module_name, hosts, limit) => {
      if (await services.isServiceOff(module_name)) return SERVICE_HOLD
      const delay = await breakers.delay(hosts)
      return delay > 0 || limit === null ? delay : leases.take(hosts, limit)
    },
    reportHost: (hosts, ok) => state.waitUntil(breakers.report(hosts, ok)),
    tell: (runner_id, tell) => ctx.runners.get(runner_id).takeTell(tell),
    callbackAddress: (secret) => `${ctx.settings.SITE_ORIGIN}/websub/${source_id}/${secret}`,
    deleteAll: async () => {
      await storage.deleteAlarm()
      await storage.deleteAll()
    },
    spawn: (work) =>
      state.waitUntil(work.catch((error: unknown) => log('error', 'source_work_failed', { message: String(error) }))),
    sleep: (ms, signal) => scheduler.wait(ms, { signal }),
    log: (event, fields) => log('warn', event, fields),
    calls_a_turn: ctx.settings.RUN_CALLS_A_TURN,
  }
}

/** The operator's key at a service, for all users together. */
function operatorKey({ settings }: RunnerCtx, service: RunnableService | null): string | null {
  return (service?.operator_key && settings[service.operator_key]) || null
}
