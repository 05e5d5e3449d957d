import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import type { Grant } from '../oauth/oauth-state.ts'
import { forgetSignIns } from '../oauth/oauth-tokens.ts'
import type { DoubleRequest, ServicesContext } from './data/services-state.ts'
import { addFault } from './data/fault.ts'
import type { FaultKind, FaultOptions } from './data/fault.ts'

/** The calls behind the home page's buttons, and more, for tests in the same process. */
export type ServicesControl = {
  /** Ends all sign-ins of a service, which forgets the clients that it gave. */
  revokeAll(service: string): void
  /** Makes the next `calls` requests (1 by default) meet the fault, or all of the next `seconds`. */
  addFault(service: string, fault: FaultKind & FaultOptions): void
  clearFaults(): void
  /** Presses a button of a service's page, with the form's values. Throws what it answers but for a redirect. */
  happen(service: string, slug: string, form?: Record<string, string>): Promise<void>
  /** From now on, this service answers from this file, unless its double is written by hand. */
  changeService(service: ServiceDefinition): void
  /** The requests to the double of a real service, oldest first. */
  asked(module_name: string): DoubleRequest[]
  grants(): Grant[]
  /** Saves the current state; the returned function restores it and drops pending faults. */
  takeSnapshot(): () => void
}

export function servicesControl(ctx: ServicesContext): ServicesControl {
  return {
    revokeAll: (service) => forgetSignIns(ctx, service),
    addFault: (service, fault) => addFault(ctx, service, fault),
    clearFaults: () => ctx.faults.splice(0),
    happen: async (service, slug, form = {}) => {
      const pressed = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const
      const answer = await fetch(`${ctx.origin}/${service}/control/${slug}`, pressed)
      if (answer.status !== 302 && answer.status !== 303) throw new Error(await answer.text())
    },
    changeService: (service) => void ctx.changed.set(service.id, service),
    asked: (module_name) => structuredClone(ctx.asked.get(module_name) ?? []),
    grants: () => structuredClone(ctx.state.grants),
    takeSnapshot: () => {
      const snapshot = structuredClone(ctx.state)
      return () => {
        Object.assign(ctx.state, structuredClone(snapshot))
        ctx.faults.length = 0
        ctx.asked.clear()
        ctx.save()
      }
    },
  }
}
