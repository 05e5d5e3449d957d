import { parseJson } from '../../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../../system/outbound/problem-words.ts'
import { responseProblem } from '../../../system/outbound/response-problem.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../../system/outbound/outbound-fetch.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { declaredError, declaredNote, declaredProblem, type Answer } from './declared-errors.ts'
import { fileScope, unusableFields } from './file-scope.ts'
import { NotJson } from './fill-body.ts'
import { fillRequest } from './fill-request.ts'
import { placedAddress } from '../placed-address.ts'
import type { ErrorsFile, FieldDefinition, RequestFile, ServiceDefinition } from '../service-definition.ts'
import { namesIn, type Scope } from '../template.ts'

/** The part of a service that a step's request needs. */
export type RequestOwner = Pick<ServiceDefinition, 'id' | 'name'> &
  Partial<Pick<ServiceDefinition, 'hosts' | 'headers' | 'basic' | 'errors' | 'connect' | 'code'>>

export type Sending = {
  request: RequestFile
  fields: readonly FieldDefinition[]
  values: Readonly<Record<string, string>>
  headers?: Record<string, string>
  errors?: ErrorsFile | undefined
  /** What the request's templates may name besides fields and pasted values. */
  known?: Partial<Scope>
  /** Sends it to this whole address, which the service named as that of its next page. */
  address?: string
  max_bytes?: number
}

/** An answer, and `declared` where the file says that it means no failure. */
export type Sent = Answer & { scope: Scope; declared: { as: 'done' | 'restart'; note: string } | null }

/**
 * Sends a request of a service's file. An answer in 2xx, or 304, is a value, and so is one that the file declares to be
 * no failure; any other is a problem, and so is a field that cannot be sent. GET follows redirects, nothing else does.
 */
export async function sendRequest(service: RequestOwner, sending: Sending, io: StepIo): Promise<StepOutcome<Sent>> {
  const { request, fields, values, headers = {}, known = {} } = sending
  const unusable = unusableFields(fields, values)
  if (unusable !== null) return failedOutcome({ failure: 'input', message: unusable })
  const scope = { ...fileScope(service, { fields, values }, io), ...known }
  const written = withShared(service, request)
  const filling = fillOrRefuse(written, fields, scope)
  if (!filling.ok) return filling
  const filled = filling.value
  const { method } = filled
  const max_bytes = sending.max_bytes ?? service.code?.max_bytes
  const address = sending.address ?? placedAddress(service, io.base_url, filled.address)
  const init: OutboundInit = {
    method,
    headers: {
      accept: 'application/json',
      ...(!namesToken(written) && authorization(io)),
      ...keyHeaders(io),
      ...filled.headers,
      ...headers,
    },
    redirects: method === 'GET' ? 'get' : 'none',
    ...(filled.body !== null && { body: filled.body }),
    ...(max_bytes !== undefined && { max_bytes }),
  }
  const outcome = await io.fetch(address, init)
  if (!outcome.ok) return outcome
  const explained = await service.code?.explain?.(outcome.value, { method, address })
  if (explained && !explained.ok) return explained
  const response = explained?.ok ? explained.value : outcome.value
  return readSent(service, response, { scope, answer: request.answer, errors: sending.errors })
}

function fillOrRefuse(
  request: RequestFile,
  fields: readonly FieldDefinition[],
  scope: Scope,
): StepOutcome<ReturnType<typeof fillRequest>> {
  try {
    return { ok: true, value: fillRequest(request, fields, scope) }
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const named = fields.find(({ slug }) => namesIn(error.template).includes(`fields.${slug}`))
    return failedOutcome({ failure: 'input', message: `${named?.label ?? 'What is sent'} must be ${error.wanted}.` })
  }
}

function withShared({ headers, basic }: RequestOwner, request: RequestFile): RequestFile {
  return { ...(basic !== undefined && { basic }), ...request, headers: { ...headers, ...request.headers } }
}

type Reading = { scope: Scope; answer: RequestFile['answer']; errors: ErrorsFile | undefined }

async function readSent(
  service: RequestOwner,
  response: Response,
  { scope, answer = 'json', errors = [] }: Reading,
): Promise<StepOutcome<Sent>> {
  const { status, headers } = response
  const text = await response.clone().text()
  const read: Answer = { status, headers, text, value: readBody(text, answer) }
  const declared = declaredError([...errors, ...(service.errors ?? [])], read)
  if (declared) {
    // Where nothing is remembered, there is nothing to begin again.
    const as = declared.as === 'restart' && !remembers(scope) ? 'fail' : declared.as
    if (as === 'done' || as === 'restart') {
      return { ok: true, value: { ...read, scope, declared: { as, note: declaredNote(declared, read, scope) } } }
    }
    return declaredProblem({ ...declared, as }, read, { who: service.name, scope })
  }
  if (response.ok || status === 304) return { ok: true, value: { ...read, scope, declared: null } }
  return { ok: false, problem: await responseProblem(response, { who: service.name, now: scope.now }) }
}

/** Whether the request named what a poll before it left. */
function remembers({ since, last_id, kept }: Scope): boolean {
  return [since, last_id, kept].some((each) => Boolean(each))
}

function readBody(text: string, answer: NonNullable<RequestFile['answer']>): unknown {
  switch (answer) {
    case 'json':
      return parseJson(text)
    case 'text':
      return text
    case 'lines': {
      const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
      return lines.includes(undefined) ? undefined : lines
    }
  }
}

/** Sends a request whose answer must be readable. */
export async function requestJson(service: RequestOwner, sending: Sending, io: StepIo): Promise<StepOutcome<Sent>> {
  const sent = await sendRequest(service, sending, io)
  if (!sent.ok || sent.value.declared !== null || sent.value.status === 304 || sent.value.value !== undefined)
    return sent
  return protocolProblem(service, sent.value.status)
}

/** Whether the request says itself where the token goes: then it is not sent as Bearer. */
export function namesToken(request: RequestFile): boolean {
  return /\{\{\s*credentials\.(?:token|key)\b/.test(JSON.stringify(request))
}

function authorization({ token }: StepIo): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** The key of an effect, for services that honor it, and for those that show it again in lists. */
function keyHeaders({ key }: StepIo): Record<string, string> {
  return key === null ? {} : { 'idempotency-key': key, 'x-request-id': key }
}

/** Reads an answer's JSON. Other text is a protocol error; `sent` is `maybe`, because the service did answer 2xx. */
export async function readJson(service: Pick<RequestOwner, 'name'>, response: Response): Promise<StepOutcome<unknown>> {
  const value = parseJson(await response.text())
  return value === undefined ? protocolProblem(service, response.status) : { ok: true, value }
}

export function protocolProblem({ name }: Pick<RequestOwner, 'name'>, status: number) {
  return failedOutcome({ failure: 'protocol', sent: 'maybe', status, message: PROBLEM_WORDS.protocol(name) })
}
