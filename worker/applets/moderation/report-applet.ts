import type { AppletKey } from '../../contract/addresses.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { loadApplet } from '../read/load-applet.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { ReportInput } from '../../contract/moderation/moderation-input.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { saveReport } from '../../db/moderation/applet-reports.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { keyedHash } from '../../system/secrets/hashes.ts'

const REPORTS_PER_NETWORK: RateLimitRule = { rule: 'report_ip', tries: 20, window: HOUR }

/**
 * "Report this Applet", for visitors too. Each user, and each network of visitors, has one open report of an Applet,
 * which a further one replaces; one that was closed stays closed. Throws `not_found` if there is no such published
 * Applet, `taken_down` (410), `rate_limited` (429) after 20 an hour.
 */
export async function reportApplet(ctx: Ctx, ref: AppletKey, { reason, text }: ReportInput): Promise<{ id: number }> {
  const { applet, viewerState } = await loadApplet(ctx, ref)
  if (applet.taken_down) throw new AppError('taken_down')
  if (!applet.published) throw new AppError('not_found')
  await countTries(ctx, { limit: REPORTS_PER_NETWORK, whom: networkOf(ctx.ip) })
  const who = viewerState ? `user:${viewerState.actor.id}` : `network:${networkOf(ctx.ip)}`
  const reporter = await keyedHash(ctx.settings, `report:${who}`)
  await saveReport(ctx, { applet_id: applet.id, reporter, reason, text })
  log('info', 'applet_reported', { applet_id: applet.id, reason })
  return { id: applet.id }
}
