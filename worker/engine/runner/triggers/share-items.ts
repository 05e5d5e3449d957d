import { readBehind, type Behind } from '../store/unmet-items.ts'
import type { Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { branchesOf } from './subscription-branches.ts'

/**
 * An Applet's part in these items of a trigger that it shares. `run` and `offer`: it has met all that the trigger has.
 * `later`: it is paused or off, or was when the trigger was asked, so they are kept for it.
 */
export type ItemShare = { applet_id: number; kind: 'run' | 'offer' | 'later'; ids: Set<string> }

/**
 * Says for each Applet what becomes of an answer. `asked`: who was behind when the trigger was asked, and by what:
 * only they got pages that reach back far enough.
 */
export function shareItems(
  memory: RunnerMemory,
  subscription: Subscription,
  { present, fresh }: { present: string[]; fresh: Set<string> },
  asked: Map<number, Behind>,
): ItemShare[] {
  const behind = readBehind(memory, subscription.id)
  const running = new Set(branchesOf(memory, subscription).map(({ applet_id }) => applet_id))
  const turnedOff = [...behind].filter(([, { off }]) => off).map(([applet_id]) => applet_id)
  return [...new Set([...subscription.applets, ...turnedOff])].map((applet_id): ItemShare => {
    const own = behind.get(applet_id)
    if (!running.has(applet_id)) return { applet_id, kind: 'later', ids: fresh }
    if (!own) return { applet_id, kind: 'run', ids: fresh }
    if (!wasAsked(asked.get(applet_id), own)) return { applet_id, kind: 'later', ids: fresh }
    const ids = new Set(present.filter((id) => fresh.has(id) || own.ids.has(id)))
    return { applet_id, kind: own.off ? 'offer' : 'run', ids }
  })
}

function wasAsked(asked: Behind | undefined, now: Behind): boolean {
  return asked !== undefined && asked.off === now.off && [...now.ids].every((id) => asked.ids.has(id))
}

/** Who runs now and was paused or off before: the trigger is asked for what they have not met. */
export function runningBehind(memory: RunnerMemory, subscription: Subscription): Map<number, Behind> {
  const running = new Set(branchesOf(memory, subscription).map(({ applet_id }) => applet_id))
  return new Map([...readBehind(memory, subscription.id)].filter(([applet_id]) => running.has(applet_id)))
}
