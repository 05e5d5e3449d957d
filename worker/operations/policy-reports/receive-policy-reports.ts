import type { Ctx } from '../../system/context/context.ts'
import { type PolicyReports, REPORTS_MAX } from '../../contract/error-reports/policy-report.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'

type Violation = { directive: string; enforced: boolean; blocked: string; source: string }

/**
 * POST /api/browser_reports: counts what pages' policies refused, and logs each kind once a minute. Nothing of a
 * page's address is kept, because it may hold a token.
 */
export function receivePolicyReports(ctx: Ctx, reports: PolicyReports): void {
  for (const violation of violationsOf(reports)) {
    const { directive, enforced } = violation
    recordMetric(ctx, 'policy_violated', { directive, enforced: enforced ? 'yes' : 'no' })
    if (isSample(violation, ctx.now())) log('warn', 'policy_violated', violation)
  }
}

function violationsOf(reports: PolicyReports): Violation[] {
  if (!Array.isArray(reports)) {
    const older = reports['csp-report']
    const directive = older['effective-directive'] ?? older['violated-directive']?.split(' ')[0] ?? ''
    return ours(directive, older.disposition, older['blocked-uri'], older['source-file'])
  }
  return reports.slice(0, REPORTS_MAX).flatMap((report) => {
    if (!('body' in report)) return []
    const { effectiveDirective, disposition, blockedURL, sourceFile } = report.body
    return ours(effectiveDirective, disposition, blockedURL, sourceFile)
  })
}

/** Extensions of a browser break a page's policy too, which is not our doing. */
function ours(directive: string, disposition = '', blocked = '', source = ''): Violation[] {
  if ([blocked, source].some((address) => /^[\w-]*-extension:/.test(address))) return []
  const known = /^[a-z-]{1,40}$/.test(directive) ? directive : 'other'
  return [{ directive: known, enforced: disposition !== 'report', blocked: placeOf(blocked), source: placeOf(source) }]
}

/** An address's host, and the path of a script of ours; a word of the standard, such as "inline", stays. */
function placeOf(address: string): string {
  if (/^[a-z-]{0,30}$/.test(address)) return address
  if (!URL.canParse(address)) return 'other'
  const { host, pathname } = new URL(address)
  return pathname.startsWith('/assets/') ? `${host}${pathname.slice(0, 100)}` : host.slice(0, 100)
}

/** When each kind was last logged by this isolate. */
const logged = new Map<string, number>()
const MOST_KINDS = 100

function isSample({ directive, blocked }: Violation, now: number): boolean {
  const kind = `${directive} ${blocked}`
  if (now - (logged.get(kind) ?? -Infinity) < MINUTE) return false
  if (logged.size >= MOST_KINDS) logged.clear()
  logged.set(kind, now)
  return true
}
