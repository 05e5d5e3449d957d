import type { RunnerCtx } from '../../system/context/context.ts'
import { readVerifiedUser } from '../../db/messages/sent-messages.ts'
import { failedRunsMail } from '../mail/mails.ts'
import { sendMail } from '../mail/send-mail.ts'
import { addNotification } from './add-notification.ts'

/** How many Applets one notification names. */
const NAMED = 5

/** `waits`: it has not failed, but waited for an hour. */
type FailedRun = { applet_id: number; name: string; run_id: string; message: string; waits?: true }

/**
 * Tells a user of runs that failed or wait for long, by notification and by mail to their verified address. `failed`: those of Applets
 * with "Notify me if this fails to run", oldest first. The user's Runner calls this at most once an hour.
 */
export async function tellOfFailures(ctx: RunnerCtx, user_id: string, failed: readonly FailedRun[]): Promise<void> {
  const [first] = failed
  if (!first) return
  const applets = byApplet(failed)
  const link = failed.length === 1 ? `/activity/runs/${first.run_id}` : '/activity?kind=failures'
  const applet_id = applets.length === 1 ? first.applet_id : null
  const notification = { user_id, effect_key: `failed:${first.run_id}`, text: noticeText(applets), link, applet_id }
  // A repeat after a crash mails nothing again.
  if (await addNotification(ctx, notification)) await mailFailures(ctx, user_id, { link, applets })
}

type FailedApplet = { name: string; count: number; message: string; waits: boolean }

/** One line for each Applet, with what its last failure said. */
function byApplet(failed: readonly FailedRun[]): FailedApplet[] {
  return [...Map.groupBy(failed, ({ applet_id }) => applet_id).values()].map((runs) => {
    const last = runs.at(-1)
    const waits = runs.every((run) => run.waits)
    return { name: last?.name ?? '', count: runs.length, message: last?.message ?? '', waits }
  })
}

function noticeText(applets: readonly FailedApplet[]): string {
  const [only] = applets
  if (only && applets.length === 1) {
    if (only.waits) return `${only.name} has waited for an hour: ${only.message}`
    const times = only.count === 1 ? 'failed to run' : `failed to run ${only.count} times`
    return `${only.name} ${times}: ${only.message}`
  }
  const named = applets.slice(0, NAMED).map(({ name }) => name)
  const more = applets.length - named.length
  const failed = applets.some(({ waits }) => waits) ? 'failed to run or wait' : 'failed to run'
  return `${applets.length} Applets ${failed}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function mailFailures(
  ctx: RunnerCtx,
  user_id: string,
  { link, applets }: { link: string; applets: FailedApplet[] },
) {
  const user = await readVerifiedUser(ctx, user_id)
  if (!user) return
  const { PRODUCT_NAME: product, SITE_ORIGIN } = ctx.settings
  const failed = applets.map(({ name, count, message, waits }) => ({
    name: count > 1 ? `${name} (${count} times)` : name,
    message,
    waits,
  }))
  await sendMail(ctx, user, failedRunsMail({ product, login: user.login, link: `${SITE_ORIGIN}${link}`, failed }))
}
