import type { RunnerCtx } from '../../../system/context/context.ts'
import { log } from '../../../system/log/log.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { SourceAddress } from '../../../system/runner-api/source-api.ts'
import type { StepIo } from '../../steps/service-steps.ts'

/** Reads the present items of a Source; one that cannot be reached is a problem like any other. */
export async function querySource(ctx: RunnerCtx, address: SourceAddress): ReturnType<StepIo['readSource']> {
  try {
    const source = await ctx.sources.at(address)
    return await source.read(address)
  } catch (error) {
    log('warn', 'source_away', { module_name: address.module_name, message: String(error) })
    return failedOutcome({ failure: 'transport', message: 'We could not check this now.' })
  }
}
