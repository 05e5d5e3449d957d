import type { Ctx } from '../../system/context/context.ts'
import type { ErrorReport } from '../../contract/error-reports/error-report-input.ts'
import { log } from '../../system/log/log.ts'
import { withoutPrivate } from '../../system/log/without-private.ts'
import { framesOf, type Frame } from '../../system/log/stack-frames.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { keyedHash } from '../../system/secrets/hashes.ts'
import { browserName } from './browser-name.ts'

/** Where a page was when it failed: in a browser, or rendered at the edge. */
type Place = 'browser' | 'edge'

/**
 * Logs an error of a page, from where it goes to Sentry, and counts it. Addresses, ids and numbers are left out. Anybody
 * can report from a browser, so ten an hour of one network are logged, and the rest is summed up.
 */
export async function recordErrorReport(ctx: Ctx, place: Place, report: ErrorReport): Promise<void> {
  const { message, stack, page, release, request_id, refused } = report
  const browser = place === 'browser' ? browserName(ctx.userAgent) : null
  const said = withoutPrivate(message)
  const fields = {
    message: said,
    ...(stack !== null && { stack: withoutAddresses(stack, said) }),
    route: page,
    release,
    ...(request_id !== null && { request_id }),
  }
  // People mistype and sessions end: nothing to wake anybody for.
  if (refused) return log('info', 'browser_call_refused', { ...fields, browser })
  if (browser === null) log('error', 'page_failed', fields)
  else log('error', 'browser_error', { ...fields, browser }, await networkMark(ctx))
  recordMetric(ctx, 'page_broke', { place, browser: browser ?? '' })
}

/** Tells networks apart without naming them. */
async function networkMark({ settings, ip }: Ctx): Promise<string> {
  return `network_${(await keyedHash(settings, `page_errors:${networkOf(ip)}`)).slice(0, 12)}`
}

/** The same stack as V8 would print it, with the names of our files alone. */
function withoutAddresses(stack: string, message: string): string {
  const type = /^\w*Error\b/.exec(stack)?.[0] ?? 'Error'
  return [`${type}: ${message}`, ...framesOf(stack).toReversed().map(lineOf)].join('\n')
}

function lineOf({ function: name, filename, lineno, colno }: Frame): string {
  const file = /[\w.-]+\.[jt]sx?$/.exec(filename)?.[0] ?? 'page'
  return `    at ${withoutPrivate(name)} (${file}:${lineno}:${colno})`
}
