import type { RunnerCtx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { guardedOutcome } from './guarded-outcome.ts'

/**
 * The guarded `fetch` of a step, for requests that are no step's, of `timeout` ms, 10 s by default. Throws
 * `service_unreachable` (502) where there is no usable answer.
 */
export function guardedFetch(ctx: RunnerCtx, timeout?: number) {
  const ask = guardedOutcome(ctx)
  return async function fetchFromService(address: string, init: RequestInit = {}): Promise<Response> {
    const asked = await ask(address, { ...init, ...(timeout && { timeout }) })
    if (asked.ok) return asked.value
    throw new AppError('service_unreachable', { cause: new Error(asked.problem.message) })
  }
}
