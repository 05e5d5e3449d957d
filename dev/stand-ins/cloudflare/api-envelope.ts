import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The envelope that Cloudflare documents for every answer of its API. */
export function answer(c: Context, result: unknown, paging?: Record<string, number>): Response {
  return c.json({ success: true, errors: [], messages: [], result, ...(paging && { result_info: paging }) })
}

/** One page of a list, by the query's `page` and `per_page`. */
export function answerPage(c: Context, all: readonly unknown[], defaultPerPage = 20): Response {
  const page = Number(c.req.query('page') ?? 1)
  const perPage = Number(c.req.query('per_page') ?? defaultPerPage)
  const result = all.slice((page - 1) * perPage, page * perPage)
  return answer(c, result, {
    page,
    per_page: perPage,
    count: result.length,
    total_count: all.length,
    total_pages: Math.ceil(all.length / perPage),
  })
}

/** A refusal with Cloudflare's own code, such as 10007 for a Worker that does not exist. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly code: number

  constructor(status: ContentfulStatusCode, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function refuse(c: Context, { status, code, message }: Refusal): Response {
  return c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status)
}

/** Answers with the thing found, or with Cloudflare's refusal. */
export function found<Thing>(thing: Thing | undefined, code: number, message: string): Thing {
  if (thing === undefined) throw new Refusal(404, code, message)
  return thing
}
