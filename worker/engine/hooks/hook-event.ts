import { parseJson } from '../../contract/shared/parse-json.ts'
import type { HookEvent, HookTarget } from '../../system/runner-api/runner-api.ts'
import type { Ingredients } from '../../system/runner-api/step-outcome.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'

/** A request to one of a user's addresses, with its body read once. */
export type HookRequest = {
  query: URLSearchParams
  headers: Headers
  body: ArrayBuffer
  /** How many of our own hooks led to it; never read from the request. */
  hops?: number
}

/** Headers that say what happened. Never cookies, credentials or addresses of people. */
const SHOWN_HEADERS = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'x-event-key',
  'x-github-delivery',
  'x-github-event',
  'x-gitlab-event',
  'x-shopify-topic',
]
/** Where senders put the id of an event. Not X-Request-ID, which proxies repeat. */
const ID_HEADERS = ['webhook-id', 'idempotency-key', 'x-github-delivery']
const LONGEST_ID = 200

/** How long a signature may be, and how many headers with one are looked at. */
const SIGNATURE_MAX = 1000
const SIGNATURES_MOST = 30

/** Where Stripe and senders of Standard Webhooks sign. */
const SIGNATURE_HEADERS = ['stripe-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** The request as the Runner stores it. `now` in ms. */
export async function toHookEvent(target: HookTarget, request: HookRequest, now: number): Promise<HookEvent> {
  const content_type = mediaTypeOf(request.headers.get('content-type') ?? undefined)
  const body = await readBody(content_type, request)
  return {
    target,
    event_id: await readEventId(request.headers),
    body_hash: await sha256Hex(request.body),
    kind: body.kind,
    content_type,
    bytes: request.body.byteLength,
    text: body.text,
    ingredients: {
      ...toValues(request.query, body.fields),
      EventName: target.kind === 'maker' ? target.event : '',
      JsonPayload: body.kind === 'json' ? body.text : '',
      Body: body.text ?? '',
      Headers: JSON.stringify(shownHeaders(request.headers)),
      OccurredAt: new Date(now).toISOString(),
    },
    hops: request.hops ?? 0,
    signatures: signaturesOf(request.headers),
  }
}

/**
 * "Application/JSON; charset=utf-8" → "application/json"; null if it is not a media type, so that no arbitrary text is
 * stored.
 */
function mediaTypeOf(header: string | undefined): string | null {
  const [type = ''] = (header ?? '').split(';')
  const plain = type.trim().toLowerCase()
  return /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,60}$/.test(plain) ? plain : null
}

async function readEventId(headers: Headers): Promise<string | null> {
  const id = ID_HEADERS.map((name) => headers.get(name)?.trim()).find(Boolean) ?? null
  return id !== null && id.length > LONGEST_ID ? sha256Hex(id) : id
}

/** `fields`: the named values of a form or of a JSON object. */
type Body = Pick<HookEvent, 'kind' | 'text'> & { fields: Map<string, unknown> }

const FORM = 'application/x-www-form-urlencoded'

async function readBody(content_type: string | null, { headers, body }: HookRequest): Promise<Body> {
  if (body.byteLength === 0) return { kind: 'none', text: null, fields: new Map() }
  const text = decode(body)
  if (text === null) return { kind: 'bytes', text, fields: new Map() }
  // `curl -d '{…}'` says that its JSON is a form.
  const json = isJson(content_type) || content_type === null || content_type === FORM ? parseJson(text) : undefined
  const hasParts = typeof json === 'object' && json !== null
  if (json !== undefined && (hasParts || isJson(content_type))) {
    return { kind: 'json', text, fields: new Map(hasParts ? Object.entries(json) : []) }
  }
  if (content_type === FORM) return { kind: 'form', text, fields: new Map(new URLSearchParams(text)) }
  if (content_type === 'multipart/form-data') return { kind: 'form', text, fields: await readParts(headers, body) }
  return { kind: 'text', text, fields: new Map() }
}

function isJson(content_type: string | null): boolean {
  return content_type === 'application/json' || (content_type?.endsWith('+json') ?? false)
}

function decode(body: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body)
  } catch {
    return null
  }
}

/** The texts among the parts; none where they cannot be read. */
async function readParts(headers: Headers, body: ArrayBuffer): Promise<Map<string, unknown>> {
  try {
    const content_type = headers.get('content-type') ?? ''
    return new Map(await new Response(body, { headers: { 'content-type': content_type } }).formData())
  } catch {
    return new Map()
  }
}

/** Value1 to Value3 in any case, from the body or else from the query. */
function toValues(query: URLSearchParams, fields: ReadonlyMap<string, unknown>): Ingredients {
  const given = new Map<string, unknown>()
  for (const [name, value] of [...query, ...fields]) given.set(name.toLowerCase(), value)
  return Object.fromEntries(['Value1', 'Value2', 'Value3'].map((name) => [name, toText(given.get(name.toLowerCase()))]))
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function shownHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    SHOWN_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function signaturesOf(headers: Headers): Record<string, string> {
  const found = [...headers].filter(([name, value]) => isSignature(name) && value.length <= SIGNATURE_MAX)
  return Object.fromEntries(found.slice(0, SIGNATURES_MOST))
}

/** Headers of their own, in which senders sign or repeat a secret. Read from the request, never stored. */
function isSignature(name: string): boolean {
  return SIGNATURE_HEADERS.includes(name) || (name.startsWith('x-') && !/^x-(?:forwarded-|real-ip)/.test(name))
}
