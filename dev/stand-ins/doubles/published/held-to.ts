import { createMiddleware } from 'hono/factory'
import type { DoubleContext } from '../context/double-context.ts'

export type HeldCall = { method: string; path: string; query: Record<string, string>; body: string }

/** A provider's published rules, as questions. Problems are sentences; none where all is right. */
export type Published = {
  requestProblems(call: HeldCall): string[]
  answerProblems(call: HeldCall, answer: { status: number; body: string }): string[]
}

/**
 * Holds each request to a double, and each of its answers, to what the provider publishes. Anything not as published is
 * answered with 501 and in words, so that nobody takes it for an answer. Errors are only held in form.
 */
export function heldTo(ctx: DoubleContext, published: () => Published) {
  return createMiddleware(async (c, next) => {
    const url = new URL(c.req.url)
    const path = url.pathname.slice(`/${ctx.module_name}`.length)
    if (path === '' || path === '/' || path.startsWith('/control/')) return next()
    const body = await c.req.raw.clone().text()
    const call = { method: c.req.method, path, query: Object.fromEntries(url.searchParams), body }
    const wrong = published().requestProblems(call)
    if (wrong.length > 0) return notAsPublished('request', wrong)
    await next()
    const status = c.res.status
    if (status === 304) return undefined
    const bad = published().answerProblems(call, { status, body: await c.res.clone().text() })
    if (bad.length === 0) return undefined
    c.res = undefined
    c.res = notAsPublished('answer', bad)
    return undefined
  })
}

function notAsPublished(what: 'request' | 'answer', problems: string[]): Response {
  return Response.json({ message: `This ${what} is not as published: ${problems.join('; ')}` }, { status: 501 })
}
