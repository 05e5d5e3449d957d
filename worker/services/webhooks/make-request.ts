import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { hostOf } from '../../system/outbound/problem-words.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../system/outbound/outbound-fetch.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { headersProblem, readHeaders, secretHeaderProblem, secretsOf } from './request-headers.ts'
import { signedHeaders, signingSecretProblem } from './standard-signature.ts'
import { HIDDEN } from '../../system/secrets/hide-values.ts'

const ANSWER_MAX = 2000

/**
 * Calls an address that the user typed. Without a content type, a body that is JSON is sent as JSON and any other as
 * text; GET has none. A request that ingredients made wrong fails here, before anything is sent.
 */
export const makeRequest: ActionDefinition['run'] = async ({ fields }, io) => {
  const { url = '', method = 'POST', body = '', content_type = '' } = fields
  const sent = method === 'GET' ? '' : body
  const headers = requestHeaders(fields, sent, io)
  if (!headers.ok) return headers
  const init: OutboundInit = { method, headers: headers.value, redirects: 'none' }
  if (sent !== '') {
    init.body = sent
    headers.value['content-type'] = content_type || (isJson(sent) ? 'application/json' : 'text/plain; charset=utf-8')
  }
  const outcome = await fetchTyped(url, init, fields, io)
  if (!outcome.ok) return outcome
  const answer = hideSecret(await outcome.value.text(), fields)
  return { ok: true, value: { id: null, url: null, answer: answer === '' ? null : answer.slice(0, ANSWER_MAX) } }
}

/**
 * Opens an address that the user typed. An answer outside 2xx is a problem, whose words never repeat the secret header.
 */
export async function fetchTyped(
  url: string,
  init: OutboundInit,
  fields: Record<string, string>,
  io: StepIo,
): Promise<StepOutcome<Response>> {
  const outcome = await io.fetch(url, init)
  if (!outcome.ok || outcome.value.ok) return outcome
  const problem = await responseProblem(outcome.value, { who: hostOf(url), now: io.now, typed: true })
  return { ok: false, problem: { ...problem, message: hideSecret(problem.message, fields) } }
}

function requestHeaders(
  fields: Record<string, string>,
  body: string,
  { key, now }: StepIo,
): StepOutcome<Record<string, string>> {
  const { headers = '', secret_header = '', signing_secret = '' } = fields
  const problem =
    (headers && headersProblem(headers)) ||
    (secret_header && secretHeaderProblem(secret_header)) ||
    (signing_secret && signingSecretProblem(signing_secret))
  if (problem) return failedOutcome({ failure: 'input', message: problem })
  const own = key === null ? {} : { 'idempotency-key': key, 'x-request-id': key }
  const signed = signing_secret ? signedHeaders(signing_secret, { id: key ?? '', body, now }) : {}
  return { ok: true, value: { accept: '*/*', ...typedHeaders(fields), ...own, ...signed } }
}

/** The user's own headers. Names are lower case, so that each is there once. */
export function typedHeaders({ headers = '', secret_header = '' }: Record<string, string>): Record<string, string> {
  const lines = [...(readHeaders(headers) ?? []), ...(readHeaders(secret_header) ?? [])]
  return Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]))
}

function hideSecret(text: string, { secret_header = '' }: Record<string, string>): string {
  return secretsOf(secret_header).reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}
