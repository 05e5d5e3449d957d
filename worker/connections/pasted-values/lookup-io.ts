import type { Ctx } from '../../context/context.ts'
import { failedOutcome } from '../../outbound/failed-outcome.ts'
import { guardedOutcome } from '../../outbound/guarded-outcome.ts'
import type { AccountValues } from '../../runner-api/account-io.ts'
import type { StepIo } from '../../runner-api/service-steps.ts'
import { appAt } from '../../services/app-identity.ts'

/** What a service's functions may use where no Applet runs: they ask and tell nobody. */
export function lookupIo(ctx: Ctx, module_name: string, base_url: string): Omit<StepIo, keyof AccountValues> {
  const refused = async () => failedOutcome({ failure: 'refused', message: 'Only an Applet can do this.' })
  return {
    fetch: guardedOutcome(ctx),
    base_url,
    app: appAt(ctx.settings, module_name),
    key: null,
    timezone: 'UTC',
    now: ctx.now(),
    deliver: { notify: refused, mail: refused, digest: refused },
  }
}
