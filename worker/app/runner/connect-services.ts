import { markBroken } from '../../connections/access/mark-broken.ts'
import { refreshAccount } from '../../connections/access/refresh-account.ts'
import type { ServicesPort } from '../../engine/steps/services-port.ts'
import { appAt } from '../../services/app-identity.ts'
import { readService } from '../../services/known-services.ts'
import { addressOf, findOwnService } from '../../services/service-registry.ts'
import { isServiceOff } from '../../services/service-switch.ts'
import type { RunnerCtx } from '../../system/context/context.ts'

/** The services and accounts that a Runner or a Source works with. */
export function connectServices(ctx: RunnerCtx): ServicesPort {
  return {
    findOwnService,
    readService,
    isServiceOff: (module_name) => isServiceOff(ctx, module_name),
    addressOf: (service) => addressOf(service, ctx.settings.SERVICE_ADDRESSES),
    appAt: (module_name) => appAt(ctx, module_name),
    refreshAccount: (account) => refreshAccount(ctx, account),
    markBroken: (account) => markBroken(ctx, account),
  }
}
