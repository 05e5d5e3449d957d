import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readJson, type RequestOwner } from '../format/http/send-request.ts'

type JsonCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Complete. */
  address: string
  /** Parameters that are undefined are left out. */
  query?: Record<string, string | undefined>
  json?: unknown
  max_bytes?: number
}

/** Asks a JSON API with the account's token, where a request is made by code. An answer without a body is null. */
export async function sendJson(
  service: RequestOwner,
  { method, address, query = {}, json, max_bytes }: JsonCall,
  io: StepIo,
): Promise<StepOutcome<unknown>> {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  const outcome = await io.fetch(url.href, {
    method,
    headers: {
      accept: 'application/json',
      ...(io.token !== null && { authorization: `Bearer ${io.token}` }),
      ...service.headers,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(max_bytes !== undefined && { max_bytes }),
  })
  if (!outcome.ok) return outcome
  const response = outcome.value
  if (response.status === 204) return { ok: true, value: null }
  if (response.ok) return readJson(service, response)
  return { ok: false, problem: await responseProblem(response, { who: service.name, now: io.now }) }
}
