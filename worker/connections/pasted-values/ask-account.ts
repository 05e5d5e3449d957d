import type { Ctx } from '../../context/context.ts'
import { AppError } from '../../errors/app-error.ts'
import { accountIo, pastedText, readCredentials, secretsOf } from '../../runner-api/account-io.ts'
import type { RunnableService } from '../../runner-api/service-steps.ts'
import type { StepProblem } from '../../runner-api/step-outcome.ts'
import { hideValues } from '../../secrets/hide-values.ts'
import { lookupIo } from './lookup-io.ts'

type Asked = { service: RunnableService; base_url: string; values: Readonly<Record<string, string>>; first: string }

/**
 * Asks the service whose account the pasted values open. Throws `invalid_key` on the value that it refuses (`first`
 * where it does not say which), `service_unreachable` (502) where it gives no usable answer.
 */
export async function askAccount(
  ctx: Ctx,
  { service, base_url, values, first }: Asked,
): Promise<{ id: string; name: string }> {
  if (!service.checkAccount)
    throw new AppError('internal', { cause: new Error(`${service.module_name} has no accounts`) })
  const account = readCredentials(pastedText(values))
  const outcome = await service.checkAccount(accountIo(lookupIo(ctx, service.module_name, base_url), service, account))
  if (outcome.ok) return { id: outcome.value.id.slice(0, 200), name: outcome.value.name.slice(0, 200) }
  const { problem } = outcome
  if (!isRefusal(problem)) throw new AppError('service_unreachable', { cause: new Error(problem.failure) })
  const { attribute = first, failure } = problem
  const said = hideValues(problem.message, secretsOf(service, account))
  throw new AppError('invalid_key', { attribute, ...(saysMore(problem, failure) && { message: said }) })
}

/** The service understood us and said no. */
function isRefusal({ failure, status }: StepProblem): boolean {
  switch (failure) {
    case 'unauthorized':
    case 'refused':
    case 'input':
    case 'gone':
    case 'skip':
      return true
    case 'status':
      return status !== 408
    case 'transport':
    case 'timeout':
    case 'too_large':
    case 'server':
    case 'rate_limited':
    case 'protocol':
      return false
  }
}

/** A plain 401 says no more than our own sentence does. */
function saysMore({ attribute }: StepProblem, failure: StepProblem['failure']): boolean {
  return attribute !== undefined || failure !== 'unauthorized'
}
