import { setTimeout } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'
import type { ServicesContext } from '../data/services-state.ts'
import { takeFault } from '../data/fault.ts'
import type { Fault } from '../data/fault.ts'

const HUGE_BYTES = 4 * 1024 * 1024

/** The binding that listen.ts adds to each request: closes the connection without an answer. */
export type StandInBindings = { Bindings: { drop?: () => Response } }

/** Makes calls meet the faults that a test or the page requested. `refuse` answers a status as this endpoint does. */
export function meetFaults(ctx: ServicesContext, service: string, refuse: (status: number) => Response) {
  return createMiddleware<StandInBindings>(async (c, next) => {
    const fault = takeFault(ctx, service)
    if (fault === undefined) return next()
    if (fault.kind === 'slow') {
      await setTimeout(fault.ms)
      return next()
    }
    if (fault.afterwards) await next()
    // Hono keeps headers of an answer that is replaced, unless it is cleared first.
    c.res = undefined
    c.res = faultyAnswer(fault, refuse, c.env?.drop)
    return undefined
  })
}

function faultyAnswer(
  fault: Exclude<Fault, { kind: 'slow' }>,
  refuse: (status: number) => Response,
  drop: (() => Response) | undefined,
): Response {
  switch (fault.kind) {
    case 'status': {
      const answer = refuse(fault.status)
      if (fault.retry_after !== undefined) answer.headers.set('retry-after', String(fault.retry_after))
      return answer
    }
    case 'answer':
      return new Response(fault.body, { status: fault.status ?? 200, headers: { 'content-type': fault.content_type } })
    case 'nonsense':
      return new Response('<!doctype html><title>Sorry</title><p>We are moving house.', {
        headers: { 'content-type': 'text/html' },
      })
    case 'huge':
      return Response.json({ filling: 'x'.repeat(HUGE_BYTES) })
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: fault.to } })
    case 'reset':
      if (drop === undefined) throw new Error('Only a server can reset a connection.')
      return drop()
    default:
      return fault satisfies never
  }
}
