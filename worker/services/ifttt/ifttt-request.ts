import { parseJson } from '../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { isRecord } from '../../contract/shared/is-record.ts'

/** Where the protocol's addresses begin, from the service's base address. */
export const IFTTT_BASE = '/ifttt/v1'

/** A service that speaks IFTTT's protocol. `signs_in`: its users connect accounts; else the service key opens it. */
export type IftttService = { name: string; signs_in: boolean }

type IftttCall = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object; opened_by?: 'key' }

/** How much of an answer is read: several pages of ingredients. */
const MOST_BYTES = 1024 * 1024

/**
 * Makes one call of the protocol. Any answer in 2xx is a value, unread; any other is a problem, whatever its body is.
 * `opened_by: 'key'`: with the service key although the service has accounts.
 */
export async function sendIfttt(
  service: IftttService,
  { method, path, body, opened_by }: IftttCall,
  io: StepIo,
): Promise<StepOutcome<Response>> {
  const token = service.signs_in && opened_by !== 'key' ? io.token : null
  const service_key = service.signs_in && opened_by !== 'key' ? null : ((await io.app?.serviceKey()) ?? null)
  if (token === null && service_key === null)
    return failedOutcome({ failure: 'input', message: `${service.name} is not set up here.` })
  const init = iftttInit({ method, body }, { token, key: io.key, service_key })
  const sent = await io.fetch(`${io.base_url}${IFTTT_BASE}${path}`, { ...init, max_bytes: MOST_BYTES })
  if (!sent.ok || sent.value.ok) return sent
  const problem = await responseProblem(sent.value, { who: service.name, now: io.now })
  return { ok: false, problem: { ...problem, message: withoutKey(problem.message, service_key) } }
}

/** A request of the protocol: opened by the account's token, or without one by the service key under both its names. */
export function iftttInit(
  { method, body }: { method: IftttCall['method']; body?: object | undefined },
  { token, key, service_key }: Pick<StepIo, 'token' | 'key'> & { service_key: string | null },
) {
  return {
    method,
    headers: {
      accept: 'application/json',
      'accept-charset': 'utf-8',
      'x-request-id': key ?? crypto.randomUUID(),
      ...(token === null
        ? { 'ifttt-service-key': service_key ?? '', 'ifttt-channel-key': service_key ?? '' }
        : { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }
}

function withoutKey(message: string, service_key: string | null): string {
  return service_key ? message.replaceAll(service_key, '…') : message
}

/** Asks for an answer's JSON with its `data`. An answer without it is a protocol error: the service did answer 2xx. */
export async function askIfttt(
  service: IftttService,
  call: IftttCall,
  io: StepIo,
): Promise<StepOutcome<{ data: unknown; cursor?: unknown }>> {
  const sent = await sendIfttt(service, call, io)
  if (!sent.ok) return sent
  const answer = parseJson(await sent.value.text())
  if (!isRecord(answer) || answer['data'] === undefined) return protocolProblem(service, sent.value.status)
  return { ok: true, value: { data: answer['data'], cursor: answer['cursor'] } }
}

/** As `askIfttt`, where `data` is a list of records. */
export async function listIfttt(
  service: IftttService,
  call: IftttCall,
  io: StepIo,
): Promise<StepOutcome<{ rows: Record<string, unknown>[]; cursor: string | null }>> {
  const asked = await askIfttt(service, call, io)
  if (!asked.ok) return asked
  const { data, cursor } = asked.value
  if (!Array.isArray(data)) return noList(service)
  const rows = data.filter(isRecord)
  if (rows.length < data.length) return noList(service)
  return { ok: true, value: { rows, cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null } }
}

function noList({ name }: IftttService) {
  const message = `${name} sent an answer whose “data” is not a list of items.`
  return failedOutcome({ failure: 'protocol', sent: 'maybe', status: 200, message })
}
