import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { policyReports } from '../../contract/error-reports/policy-report.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { limitBody, readJson } from '../../system/http/request-body.ts'
import { parseInput } from '../../system/http/validate.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { isAllowed } from '../../system/rate-limit/refused-calls.ts'
import { receivePolicyReports } from './receive-policy-reports.ts'

/** Sent by browsers themselves: without a CSRF token, and with a media type of their own. 204, or 429 beyond 240 a minute. */
export const policyReportRoutes = new Hono<HonoEnv>().post('/browser_reports', limitBody, async (c) => {
  const ctx = c.get('ctx')
  const { CALLS_PRO: limiter } = c.env
  if (limiter && !(await isAllowed(limiter, `reports:${networkOf(ctx.ip)}`)))
    throw new AppError('rate_limited', { retryAfter: 60 })
  receivePolicyReports(ctx, parseInput(policyReports, await readJson(c)))
  return c.body(null, 204)
})
