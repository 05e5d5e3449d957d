import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../system/outbound/outbound-fetch.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'

export const NTFY = { id: 'ntfy', name: 'ntfy', hosts: [] }

/** Asks the user's server, with their token where they have one. 401 and 403: it may not do this with the topic. */
export async function askNtfy(io: StepIo, path: string, init: OutboundInit = {}): Promise<StepOutcome<Response>> {
  const authorization = io.token ? { authorization: `Bearer ${io.token}` } : {}
  const outcome = await io.fetch(`${io.base_url}${path}`, { ...init, headers: { ...init.headers, ...authorization } })
  if (!outcome.ok || outcome.value.ok) return outcome
  return { ok: false, problem: await responseProblem(outcome.value, { who: NTFY.name, now: io.now }) }
}
