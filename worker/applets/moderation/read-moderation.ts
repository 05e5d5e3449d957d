import type { Ctx } from '../../system/context/context.ts'
import type { Moderation } from '../../contract/moderation/applet-report.ts'
import { readModerationRows } from '../../db/moderation/applet-reports.ts'
import { requireOperator } from '../../users/session/require-operator.ts'

const REPORTS_OF_EACH = 10

/**
 * GET /api/operator/moderation: what people reported, the newest 200 reports, and what is taken down. Nothing of what
 * runs contain. Throws as `requireOperator`.
 */
export async function readModeration(ctx: Ctx): Promise<Moderation> {
  await requireOperator(ctx)
  const { reports, reported, down, authors } = await readModerationRows(ctx)
  const withReports = reported.map((applet) => ({
    ...applet,
    reports: reports
      .filter((report) => report.applet_id === applet.id)
      .slice(0, REPORTS_OF_EACH)
      .map(({ id: report, reason, text, created_at }) => ({ id: report, reason, text, created_at })),
  }))
  const order = reports.map(({ applet_id }) => applet_id)
  return {
    applets: [
      ...withReports.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
      ...down.filter((applet) => !order.includes(applet.id)).map((applet) => ({ ...applet, reports: [] })),
    ],
    authors,
  }
}
