import type { RunnerCtx } from '../context/context.ts'
import type { RunnerWorkerSettings } from '../context/settings/runner-worker-settings.ts'
import type { OutboundFetch, OutboundInit } from './outbound-fetch.ts'
import type { StepOutcome } from '../runner-api/step-outcome.ts'
import { failedOutcome } from './failed-outcome.ts'
import { OUTBOUND_TIMEOUT, type CallPlaces } from '../call-places/call-places.ts'
import { inPlaces } from './in-places.ts'
import { isTrusted, userAgent, whyRefused } from './outbound-guard.ts'
import {
  hostOf,
  PROBLEM_WORDS,
  REDIRECTED,
  REFUSED_ADDRESS,
  TOO_MANY_REDIRECTS,
  UNUSABLE_HEADER,
} from './problem-words.ts'
import { keptHeaders, limitStream, readLimited, TOO_LARGE } from './read-body.ts'

type OutboundPort = {
  fetch: RunnerCtx['fetch']
  /** The places that its calls share with others of the same object or invocation. */
  places?: CallPlaces
  settings: Pick<RunnerWorkerSettings, 'SITE_ORIGIN' | 'SUPPORT_URL' | 'TRUSTED_ORIGINS'>
}

const OUTBOUND_MAX_BYTES = 256 * 1024
const REDIRECTS_MAX = 5
/** The headers of our request that another origin, and http, may know. */
const HARMLESS_HEADERS = ['accept', 'accept-charset', 'accept-language', 'if-modified-since', 'if-none-match']

/**
 * `fetch` for the steps of Applets: guarded, limited in time and size, and with an outcome instead of an
 * exception. Any status is an answer. `sent` is `no` only where our own guard did not send: workerd reports a refused
 * connection, a reset and nonsense with the same words (`dev/test/engine-faults/workerd-failures.test.ts`).
 */
export function guardedOutcome(port: OutboundPort): OutboundFetch {
  const guarded = sendGuarded(port)
  return port.places ? inPlaces(port.places, guarded) : guarded
}

function sendGuarded(port: OutboundPort): OutboundFetch {
  return async (address, init = {}) => {
    const { timeout = OUTBOUND_TIMEOUT, redirects = 'none', max_bytes, stream, plain_http, ...request } = init
    const limits = {
      max: max_bytes ?? OUTBOUND_MAX_BYTES,
      stream: stream ?? false,
      signal: AbortSignal.timeout(timeout),
    }
    const follows = redirects === 'get' && (request.method ?? 'GET') === 'GET' && request.body == null
    let current = address
    let headers = headersOf(request.headers)
    if (!headers) return failedOutcome({ failure: 'input', message: UNUSABLE_HEADER(hostOf(address)) })
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const refusal = refuse(current, port, plain_http ?? false)
      if (refusal) return refusal
      if (isPlainHttp(current) && !isTrusted(current, port.settings)) headers = harmless(headers)
      headers.set('user-agent', userAgent(port.settings))
      const outcome = await send(port, current, { ...request, headers }, limits)
      if (!outcome.ok || !follows || !isRedirect(outcome.value)) return outcome
      const next = nextAddress(outcome.value, current)
      if (next === null) return notFollowed(current, outcome.value.status)
      if (new URL(next).origin !== new URL(current).origin) headers = harmless(headers)
      current = next
    }
    return failedOutcome({ failure: 'protocol', sent: 'maybe', message: TOO_MANY_REDIRECTS(hostOf(address)) })
  }
}

/** Null for a text that no header can hold, such as a token with a line break. */
function headersOf(given: OutboundInit['headers']): Headers | null {
  try {
    return new Headers(given)
  } catch {
    return null
  }
}

function refuse(address: string, { settings }: OutboundPort, plainHttp: boolean) {
  const guarded = plainHttp && isPlainHttp(address) ? address.replace(/^http:/i, 'https:') : address
  const reason = whyRefused(isTrusted(address, settings) ? address : guarded, settings)
  if (reason === null) return null
  return failedOutcome({ failure: 'refused', message: REFUSED_ADDRESS(hostOf(address), reason) })
}

/** http on its own port. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'http:' && url.port === ''
}

function isRedirect({ status, headers }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.has('location')
}

/** Null where the address cannot be read, or leaves https. */
function nextAddress(response: Response, current: string): string | null {
  const location = response.headers.get('location') ?? ''
  if (!URL.canParse(location, current)) return null
  const next = new URL(location, current)
  const leavesHttps = new URL(current).protocol === 'https:' && next.protocol !== 'https:'
  return leavesHttps ? null : next.href
}

function notFollowed(address: string, status: number) {
  return failedOutcome({ failure: 'protocol', sent: 'maybe', status, message: REDIRECTED(hostOf(address)) })
}

function harmless(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => HARMLESS_HEADERS.includes(name)))
}

type Limits = { max: number; stream: boolean; signal: AbortSignal }

async function send(
  port: OutboundPort,
  address: string,
  request: OutboundInit,
  { max, stream, signal }: Limits,
): Promise<StepOutcome<Response>> {
  try {
    const response = await port.fetch(address, { ...request, redirect: 'manual', signal })
    const { status, statusText } = response
    const headers = keptHeaders(response.headers)
    if (Number(response.headers.get('content-length') ?? 0) > max) {
      await response.body?.cancel()
      throw new Error(TOO_LARGE)
    }
    const whole = !stream || !response.ok
    const body = whole ? await readLimited(response, signal, max) : response.body && limitStream(response.body, max)
    return { ok: true, value: new Response(body, { status, statusText, headers }) }
  } catch (cause) {
    const failure = isTooLarge(cause) ? 'too_large' : signal.aborted ? 'timeout' : 'transport'
    return failedOutcome({ failure, sent: 'maybe', message: PROBLEM_WORDS[failure](hostOf(address)) })
  }
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && cause.message === TOO_LARGE
}
