import { pauseExpired } from '../applets/plan-limits/pause-expired.ts'
import { reconcile } from '../billing/reconcile/reconcile.ts'
import type { Ctx } from '../context/context.ts'
import { purgeExpired } from './purge-expired.ts'

/** What the cron trigger starts every 15 minutes (wrangler.toml). */
export async function runCron(ctx: Ctx): Promise<void> {
  await Promise.all([purgeExpired(ctx), reconcile(ctx), pauseExpired(ctx)])
}
