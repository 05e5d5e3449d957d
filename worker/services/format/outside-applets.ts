import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'

const refusal = () => failedOutcome({ failure: 'refused', message: 'Only an Applet can do this.' })
const refused = async () => refusal()

/** The ports of a service's functions where no Applet runs: they read no source, keep nothing and tell nobody. */
export const OUTSIDE_APPLETS: Pick<StepIo, 'readSource' | 'store' | 'deliver'> = {
  readSource: refused,
  store: { value: () => null, list: () => [], set: refusal, add: refusal, count: refusal },
  deliver: { notify: refused, mail: refused, digest: refused },
}
