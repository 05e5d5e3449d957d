import { AppError } from '../../errors/app-error.ts'
import { pastedText, readCredentials, secretsOf } from '../../runner-api/account-io.ts'
import type { RunnableService } from '../../runner-api/service-steps.ts'
import type { StepProblem } from '../../runner-api/step-outcome.ts'
import { hideValues } from '../../secrets/hide-values.ts'

/** `first`: the value that is wrong where the service does not say which. */
export type Asked = {
  service: RunnableService
  base_url: string
  values: Readonly<Record<string, string>>
  first: string
}

/** What the user is told of pasted values that do not work: which is refused and why, or that nobody answered. */
export function refusedValues(problem: StepProblem, { service, values, first }: Asked): AppError {
  if (!isRefusal(problem)) return new AppError('service_unreachable', { cause: new Error(problem.failure) })
  const { attribute = first, failure } = problem
  const said = hideValues(problem.message, secretsOf(service, readCredentials(pastedText(values))))
  return new AppError('invalid_key', { attribute, ...(saysMore(problem, failure) && { message: said }) })
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
