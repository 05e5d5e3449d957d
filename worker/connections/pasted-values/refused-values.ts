import { AppError } from '../../system/errors/app-error.ts'
import { pastedText, readCredentials, secretsOf } from '../../engine/steps/account-io.ts'
import type { RunnableService } from '../../engine/steps/service-steps.ts'
import { NO_SUCH_SERVER, NOT_ACCEPTED, PROBLEM_WORDS, UNREACHED_SERVER } from '../../system/outbound/problem-words.ts'
import type { StepProblem } from '../../system/runner-api/step-outcome.ts'
import { hideValues } from '../../system/secrets/hide-values.ts'

/**
 * `first`: the value that is wrong where the service does not say which. `server`: the one that names the user's own
 * server, if one does.
 */
export type Asked = {
  service: RunnableService
  /** The service's, as users read it. */
  name: string
  base_url: string
  values: Readonly<Record<string, string>>
  first: string
  server: string | null
}

/** Tells the user of pasted values that do not work: which is refused and why, or that nobody answered. */
export function refusedValues(problem: StepProblem, { service, name, values, first, server }: Asked): AppError {
  const wrong = server === null ? null : whyWrongServer(problem, values[server] ?? '', name)
  if (wrong !== null) return new AppError('invalid_key', { attribute: server ?? first, message: wrong })
  if (!isRefusal(problem)) return new AppError('service_unreachable', { cause: new Error(problem.failure) })
  const { attribute = first, failure, message: words } = problem
  const secrets = secretsOf(service, readCredentials(pastedText(values)))
  // Our own words repeat no secret, and may have a word of it in an example.
  const said = failure === 'input' ? words : hideValues(words, secrets)
  return new AppError('invalid_key', { attribute, message: saysMore(problem, name) ? said : NOT_ACCEPTED(name) })
}

/** A user's own server that nobody answers at, or that answers as another one does; null where it may be right. */
function whyWrongServer({ failure, status }: StepProblem, address: string, name: string): string | null {
  if (!URL.canParse(address)) return null
  const { host } = new URL(address)
  if (failure === 'transport' || failure === 'timeout') return UNREACHED_SERVER(host)
  const isOther = failure === 'protocol' || (failure === 'status' && status === 404)
  return isOther ? NO_SUCH_SERVER(host, name) : null
}

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
    case 'busy':
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
function saysMore({ attribute, failure, message }: StepProblem, name: string): boolean {
  if (failure !== 'unauthorized') return true
  return attribute !== undefined && message !== PROBLEM_WORDS.unauthorized(name)
}
