import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import type { RequestFile } from '../service-definition.ts'
import { requestJson, type RequestOwner, type Sent } from './send-request.ts'

type Owner<Name extends string> = RequestOwner & { requests: Readonly<Record<Name, RequestFile>> }

/**
 * Asks one of a service's `requests`, for code that needs its answer before it makes the request of a step. Nothing
 * that a user wants is done by it, so it may be asked again whatever became of it.
 */
export async function askRequest<Name extends string>(
  service: Owner<Name>,
  { name, values }: { name: NoInfer<Name>; values: Readonly<Record<string, string>> },
  io: StepIo,
): Promise<StepOutcome<Sent>> {
  const sending = { request: service.requests[name], fields: [], values: {}, known: { values } }
  const asked = await requestJson(service, sending, { ...io, key: null })
  return asked.ok ? asked : { ok: false, problem: { ...asked.problem, sent: 'no' } }
}
