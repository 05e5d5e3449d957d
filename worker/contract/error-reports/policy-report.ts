import * as z from 'zod/mini'

/** Where browsers report what a page's policy refused. */
export const REPORTS_PATH = '/api/browser_reports'
/** How many reports of one request are read. */
export const REPORTS_MAX = 20

const text = z.optional(z.string())

/** A report of the Reporting API, which comes with others in a list. */
const policyReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: z.string(), disposition: text, blockedURL: text, sourceFile: text }),
})
/** A report from browsers that know only `report-uri`. */
const olderReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    disposition: text,
    'blocked-uri': text,
    'source-file': text,
  }),
})

/** POST /api/browser_reports. Reports of other types are left out. */
export const policyReports = z.union([olderReport, z.array(z.union([policyReport, z.object({ type: z.string() })]))])
export type PolicyReports = z.output<typeof policyReports>
