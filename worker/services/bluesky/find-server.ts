import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { protocolProblem, readJson, requestJson } from '../format/http/send-request.ts'
import { BLUESKY } from './bluesky-api.ts'
import { isAtBluesky } from './handle.ts'

/** Where the identities of most accounts are written down (https://web.plc.directory). */
const DIRECTORY = 'https://plc.directory'

const UNKNOWN = (handle: string) =>
  failedOutcome({ failure: 'input', message: `Nobody has the handle ${handle}.`, attribute: 'handle' })
const NO_SERVER = failedOutcome({
  failure: 'input',
  message: 'The identity of this handle names no server that we can open.',
  attribute: 'handle',
})

/** The address of the server that holds an account, which its password may be sent to: the one its identity names. */
export async function findServer(handle: string, io: StepIo): Promise<StepOutcome<string>> {
  if (isAtBluesky(handle)) return { ok: true, value: io.base_url }
  const did = await resolveHandle(handle, io)
  if (!did.ok) return did
  if (did.value === null) return UNKNOWN(handle)
  const document = documentAddress(did.value)
  if (document === null) return NO_SERVER
  const asked = await io.fetch(document, { headers: { accept: 'application/json' } })
  if (!asked.ok) return asked
  if (!asked.value.ok) return protocolProblem(BLUESKY, asked.value.status)
  const read = await readJson(BLUESKY, asked.value)
  if (!read.ok) return read
  const server = serverOf(read.value)
  return server === null ? NO_SERVER : { ok: true, value: server }
}

/** The DID of a handle; null if nobody has it. */
export async function resolveHandle(handle: string, io: StepIo): Promise<StepOutcome<string | null>> {
  const request = {
    get: '/xrpc/com.atproto.identity.resolveHandle',
    query: { handle: '{{fields.handle}}' },
  } as const
  const sent = await requestJson(
    BLUESKY,
    { request, fields: [], values: { handle } },
    { ...io, token: null, key: null },
  )
  if (!sent.ok) return sent.problem.status === 400 ? { ok: true, value: null } : sent
  const did = readPlace(sent.value.value, '$.did')
  return typeof did === 'string' ? { ok: true, value: did } : protocolProblem(BLUESKY, sent.value.status)
}

function documentAddress(did: string): string | null {
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return `${DIRECTORY}/${did}`
  const [, host] = /^did:web:([a-z0-9.-]{1,253})$/.exec(did) ?? []
  return host === undefined ? null : `https://${host}/.well-known/did.json`
}

function serverOf(document: unknown): string | null {
  const services = readPlace(document, '$.service')
  if (!Array.isArray(services)) return null
  const server: unknown = services.find((each) => String(readPlace(each, '$.id')).endsWith('#atproto_pds'))
  const address = readPlace(server, '$.serviceEndpoint')
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : null
}
