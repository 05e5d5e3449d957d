import type { RunnerWorkerSettings } from '../../system/context/settings/runner-worker-settings.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import { addedServiceKey } from './known-services.ts'

/** Who we are to this service. The key came with it where its operator added it, else it is a setting. */
export function appAt(
  { SITE_ORIGIN, SERVICE_CREDENTIALS }: Pick<RunnerWorkerSettings, 'SITE_ORIGIN' | 'SERVICE_CREDENTIALS'>,
  module_name: string,
): NonNullable<StepIo['app']> {
  const service_key = addedServiceKey(module_name) ?? SERVICE_CREDENTIALS[module_name]?.service_key ?? null
  return { origin: SITE_ORIGIN, service_key }
}
