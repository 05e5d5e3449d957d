import { objectWorld, type ObjectClock, type ObjectState } from '../../../system/context/object-world.ts'
import type { RunnerCtx } from '../../../system/context/context.ts'
import { log } from '../../../system/log/log.ts'
import { guardedOutcome } from '../../../system/outbound/guarded-outcome.ts'
import type { RunnableService } from '../../steps/service-steps.ts'
import type { ServicesPort } from '../../steps/services-port.ts'
import { SERVICE_HOLD } from '../../runner/execution/hold-rules.ts'
import type { CallLeases } from '../../runner/ports/call-leases.ts'
import type { HostBreakers } from '../../runner/ports/host-breakers.ts'
import type { SourceWorld } from './source-world.ts'

type Parts = {
  state: ObjectState
  breakers: HostBreakers
  leases: CallLeases
  ctx: RunnerCtx
  services: Pick<ServicesPort, 'findOwnService' | 'isServiceOff' | 'addressOf'>
  clock: ObjectClock
}

/** The real world of a Source: its object's storage and alarm, and the Worker's features. */
export function sourceWorld({ state, breakers, leases, ctx, services, clock }: Parts): SourceWorld {
  const { storage } = state
  const outbound = guardedOutcome(ctx)
  const source_id = state.id.toString()
  return {
    source_id,
    ...objectWorld({ state, ctx, clock }, { onFailed: (message) => log('error', 'source_work_failed', { message }) }),
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
    sleep: (ms, signal) => scheduler.wait(ms, { signal }),
  }
}

/** The operator's key at a service, for all users together. */
function operatorKey({ settings }: RunnerCtx, service: RunnableService | null): string | null {
  return (service?.operator_key && settings[service.operator_key]) || null
}
