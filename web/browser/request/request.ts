import type { ErrorEnvelope } from '../../../worker/contract/errors.ts'
import { REQUESTED_WITH } from '../../../worker/contract/shared/requested-with.ts'
import { hasShape, type AnyShape } from './answer-shape.ts'
import { askForProof } from './ask-for-proof.ts'
import { evaluateScript, isOwnHost } from './evaluate-script.ts'
import { reportCall } from './report-call.ts'
import { requestIdOf, RequestError } from './request-error.ts'
import type { FailedCall } from '../report/send-error.ts'
import { isHidden, whenHidden } from '../observe/when-hidden.ts'

/** The dependencies of the request layer (§7, first paragraph), so that tests can replace the network. */
type RequestOptions = {
  fetch: typeof fetch
  onError: ReportCall
  evaluate: (script: string) => void
  ownHost: (url: string) => boolean
  isLeft: () => boolean
  /** Asks the user to show that it is them; false if they do not. */
  prove: () => Promise<boolean>
  /** Runs when the page is left; returns a function that stops listening. */
  whenLeft: (run: () => void) => () => void
}

export type Query = Record<string, string | number | boolean | null | undefined | readonly string[]>
type ReportCall = (error: RequestError, call: FailedCall) => void
/** Options of one call. */
export type CallOptions = {
  /** Headers besides the common ones. */
  headers?: Readonly<Record<string, string>>
  /** Receives the call's error; by default it is reported. */
  tell?: ReportCall
  /** The parts of the answer that the caller reads. An answer without them is a failure, as no answer is. */
  shape?: AnyShape
  /** Makes what the caller gets of such an answer. If it throws, the call has failed. */
  read?: (answer: unknown) => unknown
}
type Headers = NonNullable<CallOptions['headers']>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Methods whose script-typed answer from our own hosts is run (§7). */
const MAY_RUN_SCRIPTS: readonly Method[] = ['POST', 'PUT', 'PATCH']

export function requestLayer({ fetch, onError, evaluate, ownHost, isLeft, prove, whenLeft }: RequestOptions) {
  let lastToken: string | null = null

  async function send(method: Method, path: string, payload: unknown, options: CallOptions = {}): Promise<unknown> {
    const { headers = {}, tell = onError, shape, read = asItIs } = options
    let response: Response | null = null
    try {
      const ask = () => (method === 'GET' ? fetch(path, readInit()) : write(method, path, payload, headers))
      response = await ask()
      if ((await isRefusal(response, 'proof_required')) && (await prove())) response = await ask()
      if (!response.ok || response.redirected || response.type === 'opaqueredirect') throw await refusal(response)
      const answer = await parse(response, method)
      if (shape && !hasShape(answer, shape)) throw new TypeError('This answer is not what its caller reads.')
      return read(answer)
    } catch (cause) {
      const error = cause instanceof RequestError ? cause : new RequestError(null, {}, { cause })
      tell(error, {
        method,
        path,
        status: error.status || (response?.status ?? 0),
        request_id: requestIdOf(response) ?? requestIdOf(error.response),
      })
      throw error
    }
  }

  /** If the token has expired, repeats the same call once with a new token and the same idempotency key. */
  async function write(method: Method, path: string, payload: unknown, headers: Headers): Promise<Response> {
    const sendWith = (token: string) => fetch(path, writeInit(method, token, payload, headers))
    const first = await sendWith(await tokenInTime())
    return (await isRefusal(first, 'csrf')) ? sendWith(await freshToken()) : first
  }

  /** Requested before every write, so that a form left open overnight still works. */
  async function freshToken(): Promise<string> {
    const response = await fetch('/api/csrf_token', readInit())
    if (!response.ok || response.redirected) throw await refusal(response)
    const { csrf_token }: { csrf_token?: unknown } = await response.json()
    if (typeof csrf_token !== 'string') throw new TypeError('This is not a token.')
    lastToken = csrf_token
    return csrf_token
  }

  /** A page that is being left gets no more answers, so its write goes out with the last known token. */
  async function tokenInTime(): Promise<string> {
    const known = lastToken
    if (known === null) return freshToken()
    if (isLeft()) return known
    let stop = () => {}
    // If the page is left while the token is pending, the write goes out at once.
    const left = new Promise<string>((resolve) => {
      stop = whenLeft(() => resolve(known))
    })
    try {
      return await Promise.race([freshToken(), left])
    } catch (error) {
      if (error instanceof RequestError) throw error
      return known
    } finally {
      stop()
    }
  }

  /** Gets a token ahead, for a user who may change something and leave at once. */
  async function prepare(): Promise<void> {
    if (lastToken === null) await freshToken().catch(() => null)
  }

  async function parse(response: Response, method: Method): Promise<unknown> {
    const type = response.headers.get('content-type') ?? ''
    const text = await response.text()
    if (/javascript|ecmascript/.test(type)) {
      if (MAY_RUN_SCRIPTS.includes(method) && ownHost(response.url)) evaluate(text)
      return text
    }
    if (/html/.test(type)) return text
    if (text === '') return {}
    if (!/json/.test(type)) return text
    return JSON.parse(text)
  }

  return {
    prepare,
    get: (path: string, data: Query = {}, options?: CallOptions) =>
      send('GET', withQuery(path, data), undefined, options),
    post: (path: string, payload?: unknown, options?: CallOptions) => send('POST', path, payload, options),
    put: (path: string, payload?: unknown, options?: CallOptions) => send('PUT', path, payload, options),
    patch: (path: string, payload?: unknown, options?: CallOptions) => send('PATCH', path, payload, options),
    delete: (path: string, payload?: unknown, options?: CallOptions) => send('DELETE', path, payload, options),
  }
}

const asItIs = (answer: unknown) => answer

const COMMON = { ...REQUESTED_WITH, accept: 'application/json' }

function readInit(): RequestInit {
  return { method: 'GET', headers: COMMON, cache: 'no-store', credentials: 'same-origin', redirect: 'manual' }
}

function writeInit(method: Method, token: string, payload: unknown, headers: Headers): RequestInit {
  return {
    method,
    headers: { ...headers, ...COMMON, 'content-type': 'application/json', 'x-csrf-token': token },
    credentials: 'same-origin',
    redirect: 'manual',
    // A save must survive leaving the page.
    keepalive: true,
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  }
}

async function refusal(response: Response): Promise<RequestError> {
  const text = await response.text().catch(() => '')
  try {
    const body: unknown = JSON.parse(text)
    return new RequestError(response, isRefusalBody(body) ? body : {})
  } catch {
    return new RequestError(response, {})
  }
}

/** A proxy refuses in shapes of its own, whose words no page could show. */
function isRefusalBody(body: unknown): body is ErrorEnvelope {
  return (
    hasShape(body, { error: { code: 'text', message: 'text' }, errors: 'list' }) &&
    (body as ErrorEnvelope).errors.every((each) => hasShape(each, { attribute: 'text', message: 'text' }))
  )
}

/** Whether this is a 403 with this code. The response can still be read. */
async function isRefusal(response: Response, code: 'csrf' | 'proof_required'): Promise<boolean> {
  return response.status === 403 && (await refusal(response.clone())).error?.code === code
}

/** Adds `data` as a query string; lists become name[]=…, and null and undefined are left out. */
export function withQuery(path: string, data: Query): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(data)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'object') for (const item of value) query.append(`${name}[]`, item)
    else query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path
}

export type RequestLayer = ReturnType<typeof requestLayer>

/** The request layer of the browser. */
export const request = requestLayer({
  fetch: (input, init) => fetch(input, init),
  onError: reportCall,
  evaluate: evaluateScript,
  ownHost: isOwnHost,
  isLeft: isHidden,
  prove: askForProof,
  whenLeft: whenHidden,
})
