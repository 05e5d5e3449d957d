import { responseProblem } from '../../outbound/response-problem.ts'
import type { ActionDefinition, OutboundInit } from '../../runner-api/service-steps.ts'

const ANSWER_MAX = 2000

/** Calls an address that the user typed. A body that is JSON is sent as JSON, any other as text; GET has none. */
export const makeRequest: ActionDefinition['run'] = async ({ fields }, io) => {
  const { url = '', method = 'POST', body = '' } = fields
  const headers: Record<string, string> = { accept: '*/*' }
  if (io.key !== null) Object.assign(headers, { 'idempotency-key': io.key, 'x-request-id': io.key })
  const init: OutboundInit = { method, headers, redirects: 'none' }
  if (body !== '' && method !== 'GET') {
    init.body = body
    headers['content-type'] = isJson(body) ? 'application/json' : 'text/plain; charset=utf-8'
  }
  const outcome = await io.fetch(url, init)
  if (!outcome.ok) return outcome
  const response = outcome.value
  if (!response.ok) {
    return { ok: false, problem: await responseProblem(response, { who: hostOf(url), now: io.now, typed: true }) }
  }
  const answer = await response.text()
  return { ok: true, value: { id: null, url: null, answer: answer === '' ? null : answer.slice(0, ANSWER_MAX) } }
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
