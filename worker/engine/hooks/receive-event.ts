import type { RunnerCtx } from '../../system/context/context.ts'
import type { HookReceived } from '../../contract/hooks/hook-response.ts'
import type { HookReceipt } from '../../contract/runs/applet-run.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import type { AcceptAnswer, HookTarget } from '../../system/runner-api/runner-api.ts'
import { askRunner, findRunner, type FoundRunner, type HookLimiters } from './ask-runner.ts'
import { toHookEvent, type HookRequest } from './hook-event.ts'

/** Seconds that a sender waits where the Runner does not say. */
const RETRY_AFTER = 10

/** The address: an Applet's own, or the user's maker address with an event's name. */
type Address = { key: string; event: string | null }

/**
 * Stores an event with its owner's Runner, and answers only then. Throws `not_found` for an unknown key and for a
 * disabled Applet alike; `event_refused` (422) for an id that came before with another body; `event_unsigned` (401); `backlog_full` (429);
 * `event_not_stored` (503) where it could not be stored, so that the sender tries again.
 */
export async function receiveEvent(
  ctx: RunnerCtx,
  limiters: HookLimiters,
  address: Address,
  request: HookRequest,
): Promise<HookReceived> {
  return orRetry(async () => {
    const found = await requireRunner(ctx, limiters, address.key)
    const event = await toHookEvent(targetOf(found, address), request, ctx.now())
    const answer = await askRunner(ctx, limiters, found, (runner) => known(runner.accept(event)))
    return toReceived(answer)
  })
}

/** Answers a sender that checks the address; nothing runs. Throws `not_found` for an unknown key. */
export async function receiveHandshake(ctx: RunnerCtx, limiters: HookLimiters, key: string): Promise<void> {
  await orRetry(async () => {
    const found = await requireRunner(ctx, limiters, key)
    const answer = await askRunner(
      ctx,
      limiters,
      found,
      async (runner) => (await runner.handshake(found.key_hash)) || null,
    )
    if (answer === null) throw new AppError('not_found')
  })
}

/** The fate of an event, without its contents. Throws `not_found` unless this key got the receipt. */
export async function readReceipt(
  ctx: RunnerCtx,
  limiters: HookLimiters,
  { key, receipt }: { key: string; receipt: string },
): Promise<HookReceipt> {
  const found = await orRetry(() => requireRunner(ctx, limiters, key))
  const fate = await orRetry(() => found.runner.receipt(found.key_hash, receipt))
  if (!fate) throw new AppError('not_found')
  return fate
}

/**
 * 404 also for a disabled Applet: 410 would make senders drop an address that works again once it is enabled, and would
 * reveal that the key was right.
 */
async function requireRunner(ctx: RunnerCtx, limiters: HookLimiters, key: string): Promise<FoundRunner> {
  const found = await findRunner(ctx, limiters, key)
  if (!found) throw new AppError('not_found')
  return found
}

function targetOf({ key_hash }: FoundRunner, { event }: Address): HookTarget {
  return event === null ? { kind: 'applet', key_hash } : { kind: 'maker', key_hash, event }
}

/** The answer of a Runner that knows the trigger. */
type Known = Exclude<AcceptAnswer, { kind: 'unknown' }>

async function known(asked: Promise<AcceptAnswer>): Promise<Known | null> {
  const answer = await asked
  return answer.kind === 'unknown' ? null : answer
}

function toReceived(answer: Known | null): HookReceived {
  if (answer === null) throw new AppError('not_found')
  // A service that sends what nobody waits for has nothing to repeat.
  return { received: true, receipt: answer.kind === 'ignored' ? null : receiptOf(answer) }
}

/** The receipt of an event that was stored. Throws what `receiveEvent` does where it was not. */
export function receiptOf(answer: Exclude<Known, { kind: 'ignored' }>): string {
  switch (answer.kind) {
    case 'accepted':
      return answer.receipt
    case 'other_body':
      throw new AppError('event_refused', { message: SENTENCES.event_id_used })
    case 'unsigned':
      throw new AppError('event_unsigned')
    case 'loop':
      throw new AppError('event_refused', { message: SENTENCES.event_loops })
    case 'full':
      throw new AppError('backlog_full', { retryAfter: toSeconds(answer.retry_after) })
    case 'unready':
      throw new AppError('event_not_stored', { retryAfter: toSeconds(answer.retry_after) })
  }
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** Any failure on our side is answered as a call to try again, never as a success. */
async function orRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    log('error', 'event_not_stored', { message: String(cause) })
    throw new AppError('event_not_stored', { retryAfter: RETRY_AFTER, cause })
  }
}
