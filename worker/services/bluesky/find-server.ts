import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { askRequest } from '../format/http/ask-request.ts'
import { protocolProblem, type Sent } from '../format/http/send-request.ts'
import { placedAddress } from '../format/placed-address.ts'
import { BLUESKY, DIRECTORY } from './bluesky-api.ts'
import { isAtBluesky } from './handle.ts'

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
  const did = await resolveHandle(handle, { ...io, token: null })
  if (!did.ok) return did
  if (did.value === null) return UNKNOWN(handle)
  const read = await readIdentity(did.value, { ...io, token: null })
  if (read === null) return NO_SERVER
  if (!read.ok) return read
  const server = serverOf(read.value.value)
  return server === null ? NO_SERVER : { ok: true, value: placedAddress(BLUESKY, io.base_url, server) }
}

/** The DID of a handle; null if nobody has it. */
export async function resolveHandle(handle: string, io: StepIo): Promise<StepOutcome<string | null>> {
  const asked = await askRequest(BLUESKY, { name: 'resolve_handle', values: { handle } }, io)
  if (!asked.ok) return asked.problem.status === 400 ? { ok: true, value: null } : asked
  const did = readPlace(asked.value.value, '$.did')
  return typeof did === 'string' ? { ok: true, value: did } : protocolProblem(BLUESKY, asked.value.status)
}

/** What is written down of an identity; null for one that is nowhere we know. */
async function readIdentity(did: string, io: StepIo): Promise<StepOutcome<Sent> | null> {
  const [, id] = /^did:plc:([a-z2-7]{24})$/.exec(did) ?? []
  if (id !== undefined) {
    const base_url = placedAddress(BLUESKY, io.base_url, `https://${DIRECTORY}`)
    return askRequest(BLUESKY, { name: 'read_identity', values: { id } }, { ...io, base_url })
  }
  const [, host] = /^did:web:([a-z0-9.-]{1,253})$/.exec(did) ?? []
  if (host === undefined) return null
  return askRequest(BLUESKY, { name: 'read_web_identity', values: {} }, { ...io, base_url: `https://${host}` })
}

function serverOf(document: unknown): string | null {
  const services = readPlace(document, '$.service')
  if (!Array.isArray(services)) return null
  const server: unknown = services.find((each) => String(readPlace(each, '$.id')).endsWith('#atproto_pds'))
  const address = readPlace(server, '$.serviceEndpoint')
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : null
}
