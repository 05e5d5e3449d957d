import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { askRequest } from '../format/http/ask-request.ts'
import { protocolProblem, type Sent } from '../format/http/send-request.ts'
import type { ConnectSession, OpenedSession } from '../format/connect-code.ts'
import { BLUESKY, SUSPENDED } from './bluesky-api.ts'
import { findServer } from './find-server.ts'
import { readHandle } from './handle.ts'

const NOT_A_HANDLE = failedOutcome({
  failure: 'input',
  message: 'A handle looks like ada.bsky.social.',
  attribute: 'handle',
})

/** Where the answer to a request that opens or renews a session has what is kept of it. */
const OPENED = { token: '$.accessJwt', did: '$.did' }

/** A session at the account's server: kept sealed, and renewed with its refresh token, else with the app password. */
export const blueskySession: ConnectSession = {
  base: 'pds',
  opened: OPENED,
  open: async (io) => {
    const handle = readHandle(io.credentials['handle'] ?? '')
    if (handle === null) return NOT_A_HANDLE
    const server = await findServer(handle, io)
    return server.ok ? createSession(handle, { ...io, base_url: server.value }) : server
  },
  refresh: async (refresh_token, io) => {
    const asked = await askRequest(BLUESKY, { name: 'refresh_session', values: { refresh_token } }, io)
    if (asked.ok) return readSession(asked.value, io)
    // The session ended; the app password opens another one, unless it was taken back.
    return isRefused(asked) ? createSession(io.credentials['did'] ?? '', io) : asked
  },
}

async function createSession(identifier: string, io: StepIo): Promise<StepOutcome<OpenedSession>> {
  const asked = await askRequest(BLUESKY, { name: 'create_session', values: { identifier } }, { ...io, token: null })
  if (asked.ok) return readSession(asked.value, io)
  if (!isRefused(asked)) return asked
  const { status, message } = asked.problem
  const words = message === SUSPENDED ? SUSPENDED : 'Wrong handle or app password.'
  return failedOutcome({ failure: 'unauthorized', status, message: words, attribute: 'app_password' })
}

function isRefused({ problem }: Extract<StepOutcome<never>, { ok: false }>): boolean {
  return problem.status === 400 || problem.status === 401
}

function readSession({ value, status }: Sent, { base_url }: StepIo): StepOutcome<OpenedSession> {
  const places = [OPENED.token, '$.refreshJwt', OPENED.did]
  const [token, refresh_token, did] = places.map((place) => readPlace(value, place))
  if (typeof token !== 'string' || typeof refresh_token !== 'string' || typeof did !== 'string') {
    return protocolProblem(BLUESKY, status)
  }
  return { ok: true, value: { values: { pds: base_url, did, token }, refresh_token, expires_at: expiryOf(token) } }
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
