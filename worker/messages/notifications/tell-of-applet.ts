import type { RunnerCtx } from '../../system/context/context.ts'
import { PAUSE_WORDS, type PauseReason } from '../../contract/applets/pause-words.ts'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { logFailedLook } from '../../db/applets/failed-looks.ts'
import { upsertNotification } from '../../db/messages/notifications.ts'
import { addNotification, pushNotification } from './add-notification.ts'

type Told = { applet_id: number; name: string }

/** "Notify me when this runs": a notification for each run, or one a minute for an Applet that runs more often. */
export async function tellOfRun(
  ctx: RunnerCtx,
  user_id: string,
  { applet_id, name, run_id }: Told & { run_id: string },
) {
  const id = ctx.id('ntf')
  const text = `${name} ran.`
  const link = `/activity/runs/${run_id}`
  const now = ctx.now()
  const effect_key = `ran:${applet_id}:${Math.floor(now / MINUTE)}`
  const row = { id, user_id, effect_key, text, link, applet_id, created_at: now }
  // A repeat of the same run says nothing new.
  const isNew = await upsertNotification(ctx, row, { text: `${name} ran several times.`, link: '/activity?kind=runs' })
  if (isNew) await pushNotification(ctx, user_id, { text, link })
}

/** The Applet was turned off by itself. */
export function tellOfPause(ctx: RunnerCtx, user_id: string, told: Told & { why: PauseReason }) {
  const { applet_id, name, why } = told
  const text = `${name} is paused, because ${PAUSE_WORDS[why]}. You can resume it on its page.`
  const effect_key = `paused:${applet_id}:${dayOf(ctx.now())}`
  return addNotification(ctx, { user_id, effect_key, text, link: `/applets/${applet_id}`, applet_id })
}

/** Nothing came from the Applet's trigger for longer than usual. `since` in ms. */
export function tellOfSilence(ctx: RunnerCtx, user_id: string, { applet_id, name, since }: Told & { since: number }) {
  const text = `Nothing has started ${name} since ${dayOf(since)}. Check on its page whether it still works.`
  const effect_key = `silent:${applet_id}:${since}`
  return addNotification(ctx, { user_id, effect_key, text, link: `/applets/${applet_id}`, applet_id })
}

/**
 * The Applet's trigger could not be asked, which stands in its activity. A user who wants to hear of what fails is notified,
 * once a day.
 */
export async function tellOfFailedLook(
  ctx: RunnerCtx,
  user_id: string,
  { applet_id, name, message, notify }: Told & { message: string; notify: boolean },
): Promise<void> {
  await logFailedLook(ctx, { user_id, applet_id, message })
  if (!notify) return
  const text = `${name} could not look for anything new: ${message}`
  const effect_key = `look:${applet_id}:${dayOf(ctx.now())}`
  await addNotification(ctx, { user_id, effect_key, text, link: `/applets/${applet_id}`, applet_id })
}

/** A schedule of the Applet could not run at its time. `late` in ms. */
export function tellOfLateness(ctx: RunnerCtx, user_id: string, { applet_id, name, late }: Told & { late: number }) {
  const missed = late < HOUR ? `ran ${Math.round(late / MINUTE)} minutes late` : 'missed at least one of its times'
  const text = `${name} ${missed}, because nothing could run then. Its activity has the details.`
  const effect_key = `late:${applet_id}:${dayOf(ctx.now())}`
  return addNotification(ctx, { user_id, effect_key, text, link: `/applets/${applet_id}/activity`, applet_id })
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
