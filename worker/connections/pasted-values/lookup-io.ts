import type { RunnerCtx } from '../../system/context/context.ts'
import { guardedOutcome } from '../../system/outbound/guarded-outcome.ts'
import type { AccountValues } from '../../engine/steps/account-io.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import { OUTSIDE_APPLETS } from '../../services/format/outside-applets.ts'
import { appAt } from '../../services/app-identity.ts'

/** Makes the ports of a service's functions where no Applet runs: they ask and tell nobody. */
export function lookupIo(ctx: RunnerCtx, module_name: string, base_url: string): Omit<StepIo, keyof AccountValues> {
  return {
    fetch: guardedOutcome(ctx),
    base_url,
    app: appAt(ctx, module_name),
    key: null,
    timezone: 'UTC',
    now: ctx.now(),
    ...OUTSIDE_APPLETS,
  }
}
