import { Hono } from 'hono/tiny'
import { type Context, type Next } from 'hono'
import { errorReportInput } from '../../contract/error-reports/error-report-input.ts'
import { FOR_PAGE } from '../../contract/site.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { jsonOnly, limitBody } from '../../system/http/request-body.ts'
import { validate } from '../../system/http/validate.ts'
import { log } from '../../system/log/log.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { recordErrorReport } from './record-error-report.ts'

const PERIOD_SECONDS = 60

/**
 * POST /api/errors: what our pages report, in browsers and at the edge. 204. A browser sends it while its page is left,
 * so it cannot carry a token against forgery: its Origin has to be ours (else 403). 429 beyond ten a minute from a network.
 */
export const errorReportRoutes = new Hono<HonoEnv>().post(
  '/errors',
  ourPagesOnly,
  limitReports,
  limitBody,
  jsonOnly,
  validate('json', errorReportInput),
  async (c) => {
    await recordErrorReport(c.get('ctx'), isFromEdge(c) ? 'edge' : 'browser', c.req.valid('json'))
    return c.body(null, 204)
  },
)

/** Only the edge can set that header (limit-calls.ts). */
function isFromEdge(c: Context<HonoEnv>): boolean {
  return c.req.header(FOR_PAGE) !== undefined
}

async function ourPagesOnly(c: Context<HonoEnv>, next: Next) {
  const site = c.req.header('sec-fetch-site') ?? 'same-origin'
  const isOurs = site === 'same-origin' && c.req.header('origin') === c.get('ctx').settings.SITE_ORIGIN
  if (!isOurs && !isFromEdge(c)) throw new AppError('csrf')
  return next()
}

/** A missing or failing limiter lets a report through: the sender to Sentry has a limit of its own. */
async function limitReports(c: Context<HonoEnv>, next: Next) {
  const key = networkOf(c.get('ctx').ip)
  const limited = isFromEdge(c) ? null : await c.env.PAGE_ERRORS?.limit({ key }).catch(() => null)
  if (limited?.success === false) {
    log('warn', 'rate_limited', { rule: 'page_errors' })
    throw new AppError('rate_limited', { retryAfter: PERIOD_SECONDS })
  }
  return next()
}
