import type { Context } from 'hono'
import * as z from 'zod/mini'

/** An answer in the protocol's form for errors. */
export class ProtocolError extends Error {
  readonly status: 400 | 401 | 404 | 503
  readonly skip: boolean

  constructor(status: 400 | 401 | 404 | 503, message: string, skip = false) {
    super(message)
    this.status = status
    this.skip = skip
  }

  get body() {
    return { errors: [{ message: this.message, ...(this.skip && { status: 'SKIP' }) }] }
  }
}

const user = z.strictObject({ timezone: z.string().check(z.minLength(1)) })
const source = z.strictObject({ id: z.string().check(z.minLength(1)), url: z.url() })
const limit = z.optional(z.int().check(z.nonnegative()))
const values = z.record(z.string(), z.string())

/** The bodies of requests, exactly as the protocol names them: an unknown key is refused. */
export const BODIES = {
  nothing: z.strictObject({}),
  trigger: z.strictObject({
    trigger_identity: z.string().check(z.minLength(1)),
    triggerFields: values,
    limit,
    user,
    ifttt_source: z.optional(source),
  }),
  query: z.strictObject({ queryFields: values, limit, cursor: z.optional(z.string()), user }),
  action: z.strictObject({ actionFields: values, user, ifttt_source: z.optional(source) }),
  value: z.strictObject({ value: z.string() }),
  values: z.strictObject({ values }),
}

/** Throws unless the request has the headers that every call has. */
export function requireHeaders(c: Context): void {
  const wanted: Record<string, string> = { accept: 'application/json', 'accept-charset': 'utf-8' }
  if (c.req.method === 'POST') wanted['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(wanted)) {
    if (c.req.header(name) !== value) throw new ProtocolError(400, `${name} is not ${value}`)
  }
  if (!c.req.header('x-request-id')) throw new ProtocolError(400, 'X-Request-ID is missing')
}

/** Throws 401 unless the service key is in both of its headers, the newer and the older. */
export function requireServiceKey(c: Context, key: string): void {
  for (const name of ['ifttt-service-key', 'ifttt-channel-key']) {
    if (c.req.header(name) !== key) throw new ProtocolError(401, `${name} is wrong`)
  }
}

/** The request's JSON. Throws 400 unless it has exactly the keys of the shape. */
export async function readBody<Shape extends z.ZodMiniType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const result = shape.safeParse(await c.req.json().catch(() => null))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ProtocolError(400, `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Throws 400 unless exactly these fields came. */
export function requireFields(given: Record<string, string>, slugs: readonly string[]): void {
  const unknown = Object.keys(given).find((slug) => !slugs.includes(slug))
  const missing = slugs.find((slug) => given[slug] === undefined)
  if (unknown !== undefined) throw new ProtocolError(400, `Unknown field ${unknown}`)
  if (missing !== undefined) throw new ProtocolError(400, `Field ${missing} is missing`)
}
