import type { AppletKey } from '../../contract/addresses.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { PressInput } from '../../contract/runs/press-input.ts'
import type { PressTaken } from '../../contract/runs/run-answers.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { receiptOf } from '../hooks/receive-event.ts'
import type { AcceptAnswer, HookEvent } from '../../system/runner-api/runner-api.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { requireEnabled } from './own-runner.ts'
import { fromRunner } from '../../system/runner-api/from-runner.ts'

/**
 * Presses the button of the user's enabled Applet. The same press starts one run, however often it is sent; more
 * of them than the plan's events a minute are done in turn. Throws `not_signed_in`, `not_found` for an Applet that the user
 * never enabled, `conflict` while it is off, paused or without a button, `backlog_full`, `runs_unavailable`.
 */
export async function pressButton(ctx: Ctx, ref: AppletKey, { press }: PressInput): Promise<PressTaken> {
  const { user_id, applet_id, runner } = await requireEnabled(ctx, ref)
  const event = pressEvent(applet_id, press, ctx.now())
  const first = runner && (await fromRunner(() => runner.accept(event)))
  const answer = first && first.kind !== 'unknown' ? first : await tellAndPress(ctx, user_id, event)
  if (!answer || answer.kind === 'unknown' || answer.kind === 'ignored')
    throw new AppError('conflict', { message: SENTENCES.cannot_press })
  return { applet_id, run: receiptOf(answer) }
}

/** A Runner may not have heard yet that the Applet is on. */
async function tellAndPress(ctx: Ctx, user_id: string, event: HookEvent): Promise<AcceptAnswer | null> {
  return fromRunner(async () => (await syncRunner(ctx, user_id, { again: true }))?.accept(event) ?? null)
}

function pressEvent(applet_id: number, press: string, now: number): HookEvent {
  return {
    target: { kind: 'service', applet_id, module_name: 'button' },
    event_id: press,
    body_hash: 'press',
    kind: 'none',
    content_type: null,
    bytes: 0,
    text: null,
    ingredients: { PressedAt: new Date(now).toISOString() },
    hops: 0,
  }
}
