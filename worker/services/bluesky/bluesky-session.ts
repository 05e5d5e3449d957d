import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { protocolProblem, readJson } from '../format/http/send-request.ts'
import type { ConnectSession, OpenedSession } from '../format/connect-code.ts'
import { BLUESKY } from './bluesky-api.ts'
import { findServer } from './find-server.ts'
import { readHandle } from './handle.ts'

const APP_PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/i

const wrong = (attribute: 'handle' | 'app_password', message: string) =>
  failedOutcome({ failure: 'input', message, attribute })
const NOT_A_HANDLE = wrong('handle', 'A handle looks like ada.bsky.social.')
const NOT_AN_APP_PASSWORD = wrong(
  'app_password',
  "An app password looks like abcd-efgh-ijkl-mnop. Your account's own password is not needed here.",
)
const WRONG_PASSWORD = 'Wrong handle or app password.'

/** A session at the account's server: kept sealed, and renewed with its refresh token, else with the app password. */
export const blueskySession: ConnectSession = {
  base: 'pds',
  open: async (io) => {
    const handle = readHandle(io.credentials['handle'] ?? '')
    if (handle === null) return NOT_A_HANDLE
    if (!APP_PASSWORD.test(io.credentials['app_password'] ?? '')) return NOT_AN_APP_PASSWORD
    const server = await findServer(handle, io)
    return server.ok ? createSession(server.value, handle, io) : server
  },
  refresh: async (refresh_token, io) => {
    const server = io.base_url
    const asked = await io.fetch(`${server}/xrpc/com.atproto.server.refreshSession`, {
      method: 'POST',
      headers: { accept: 'application/json', authorization: `Bearer ${refresh_token}` },
    })
    if (!asked.ok) return asked
    if (asked.value.ok) return readSession(server, asked.value)
    if (asked.value.status !== 400 && asked.value.status !== 401) return problemOf(asked.value, io)
    // The session ended; the app password opens another one, unless it was taken back.
    return createSession(server, io.credentials['did'] ?? '', io)
  },
}

async function createSession(server: string, identifier: string, io: StepIo): Promise<StepOutcome<OpenedSession>> {
  const password = io.credentials['app_password']
  const asked = await io.fetch(`${server}/xrpc/com.atproto.server.createSession`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
  if (!asked.ok) return asked
  if (asked.value.ok) return readSession(server, asked.value)
  if (asked.value.status !== 401 && asked.value.status !== 400) return problemOf(asked.value, io)
  const suspended = (await readError(asked.value)) === 'AccountTakedown'
  const message = suspended ? 'Bluesky has suspended this account.' : WRONG_PASSWORD
  return failedOutcome({ failure: 'unauthorized', status: asked.value.status, message, attribute: 'app_password' })
}

/** The name of an XRPC error, such as `AccountTakedown`; empty where there is none. Leaves the body to be read. */
async function readError(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return String(readPlace(body, '$.error') ?? '')
}

async function problemOf(response: Response, { now }: StepIo): Promise<StepOutcome<never>> {
  return { ok: false, problem: await responseProblem(response, { who: BLUESKY.name, now }) }
}

async function readSession(server: string, response: Response): Promise<StepOutcome<OpenedSession>> {
  const read = await readJson(BLUESKY, response)
  if (!read.ok) return read
  const [token, refresh_token, did] = [
    readPlace(read.value, '$.accessJwt'),
    readPlace(read.value, '$.refreshJwt'),
    readPlace(read.value, '$.did'),
  ]
  if (typeof token !== 'string' || typeof refresh_token !== 'string' || typeof did !== 'string') {
    return protocolProblem(BLUESKY, response.status)
  }
  return { ok: true, value: { values: { pds: server, did, token }, refresh_token, expires_at: expiryOf(token) } }
}

/** When a JWT ends, in ms; null where it does not say. It is the server's own to judge: nothing is verified here. */
function expiryOf(token: string): number | null {
  try {
    const [, payload = ''] = token.split('.')
    const exp: unknown = readPlace(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), '$.exp')
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
