import { parseJson } from '../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../system/outbound/problem-words.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../system/outbound/outbound-fetch.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPath } from './answer-path.ts'
import { fillRequest } from './fill-request.ts'
import { placedAddress } from './placed-address.ts'
import type { ActionHttp, FieldDefinition, HttpRequest, ServiceDefinition } from './service-definition.ts'

/** The part of a service that a step's request needs. */
export type RequestOwner = Pick<ServiceDefinition, 'module_name' | 'name' | 'headers'> & Partial<Hosts>

type Hosts = Pick<ServiceDefinition, 'base_url' | 'other_hosts'>

type Sending = {
  request: HttpRequest
  fields: readonly FieldDefinition[]
  values: Record<string, string>
  headers?: Record<string, string>
  errors?: ActionHttp['errors']
}

/**
 * Sends a request of a service's file. An answer in 2xx, or 304, is a value; any other is a problem, and so is a
 * required field that came out empty. GET follows redirects, nothing else does.
 */
export async function sendRequest(
  service: RequestOwner,
  { request, fields, values, headers = {}, errors = [] }: Sending,
  io: StepIo,
): Promise<StepOutcome<Response>> {
  const named = { ...request, headers: { ...service.headers, ...request.headers } }
  const filled = fillRequest(named, fields, { fields: values, credentials: io.credentials })
  if (filled.kind === 'empty') return failedOutcome({ failure: 'input', message: `${filled.label} came out empty.` })
  const init: OutboundInit = {
    method: request.method.toUpperCase(),
    headers: {
      accept: 'application/json',
      ...authorization(io),
      ...keyHeaders(io),
      ...lowerCase(filled.headers),
      ...headers,
    },
    redirects: request.method === 'get' ? 'get' : 'none',
  }
  if (filled.body !== null) {
    init.body = filled.body
    init.headers = { 'content-type': 'application/json', ...init.headers }
  }
  const outcome = await io.fetch(placedAddress(service, io.base_url, filled.path), init)
  if (!outcome.ok || outcome.value.ok || outcome.value.status === 304) return outcome
  const declared = errors.some(({ status }) => status === outcome.value.status)
  const reader = { who: service.name, now: io.now, said: declaredWords(errors), declared }
  return { ok: false, problem: await responseProblem(outcome.value, reader) }
}

/** Sends a request and reads its answer as JSON. `status`: the answer's, for a `protocolProblem` with what it says. */
export async function requestJson(
  service: RequestOwner,
  sending: Sending,
  io: StepIo,
): Promise<StepOutcome<{ answer: unknown; status: number }>> {
  const sent = await sendRequest(service, sending, io)
  if (!sent.ok) return sent
  const read = await readJson(service, sent.value)
  return read.ok ? { ok: true, value: { answer: read.value, status: sent.value.status } } : read
}

/** Where the file says that an error's words stand. */
function declaredWords(errors: NonNullable<ActionHttp['errors']>) {
  return (status: number, answer: unknown): unknown => {
    const path = errors.find((each) => each.status === status)?.message
    return path === undefined ? undefined : readPath(answer, path)
  }
}

function authorization({ token }: StepIo): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** A service's file may spell a header as it likes; each is sent once. */
function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The key of an effect, for services that honor it, and for those that show it again in lists. */
function keyHeaders({ key }: StepIo): Record<string, string> {
  return key === null ? {} : { 'idempotency-key': key, 'x-request-id': key }
}

/** Reads the answer's JSON. Other text is a protocol error; `sent` is `maybe`, because the service did answer 2xx. */
export async function readJson(service: RequestOwner, response: Response): Promise<StepOutcome<unknown>> {
  const value = parseJson(await response.text())
  return value === undefined ? protocolProblem(service, response.status) : { ok: true, value }
}

export function protocolProblem(service: RequestOwner, status: number) {
  return failedOutcome({
    failure: 'protocol',
    sent: 'maybe',
    status,
    message: PROBLEM_WORDS.protocol(service.name),
  })
}
