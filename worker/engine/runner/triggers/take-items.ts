import { DAY, HOUR } from '../../../contract/shared/durations.ts'
import { startItemRuns } from '../store/item-event.ts'
import type { PollPage, TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { branchesOf, type RunningTrigger } from '../store/running-triggers.ts'
import { addBehind, dropBehind, readBehind, runningBehind, type Behind } from '../store/unmet-items.ts'
import {
  markSeen,
  refreshSeen,
  refreshUnchanged,
  unseenIds,
  updateSubscription,
  type MissedItem,
  type Subscription,
} from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { planOf } from '../store/stored-memory.ts'
import { nextPoll, postponePoll } from './next-poll.ts'
import { areRenamed, CHANGING_IDS, changesIds, SOONEST, withGap } from './poll-rules.ts'

const MOST_MISSED = 100

/**
 * `first`: the page that a next poll may ask for again, with what is known of it. `told`: what a Source says of itself;
 * absent where the service itself was asked.
 */
export type Pages = { items: TriggerItem[]; first: PollPage; skipped: boolean; told?: { note: string | null } }

/**
 * Stores what a poll answered: runs for the Applets that run, what is kept for the others, ids and the next time.
 * `behind`: who was behind when it was asked. A full backlog takes nothing: then it returns false.
 */
export function takeItems(
  memory: RunnerMemory,
  subscription: Subscription,
  { items, first, skipped, told }: Pages,
  behind: Map<number, Behind>,
): boolean {
  const now = memory.world.now()
  const present = [...new Map(items.map((item) => [item.id, item])).values()].toReversed()
  const ids = present.map(({ id }) => id)
  const fresh = unseenIds(memory, subscription.id, ids)
  const checked = checkedNow(subscription, { items, first, skipped, ...(told && { told }) }, fresh.size, now)
  refreshSeen(memory, subscription.id, ids, now)
  // Once a day, because it looks at all that was seen.
  if (first.unchanged && daysOf(subscription.last_checked) < daysOf(now)) refreshUnchanged(memory, subscription.id, now)
  if (!subscription.primed) {
    markSeen(memory, subscription.id, [...fresh], now)
    for (const applet_id of behind.keys()) dropBehind(memory, subscription.id, applet_id)
    updateSubscription(memory, { ...checked, next_due: nextPoll(memory, checked, first.fresh_for, true) })
    return true
  }
  const shares = shareItems(memory, subscription, { present: ids, fresh }, behind)
  const runs = new Map(shares.filter(({ kind }) => kind === 'run').map((share) => [share.applet_id, share.ids]))
  const starts = present.map((item) => ({ item, branches: branchesThatRun(memory, subscription, item, runs) }))
  const count = starts.reduce((sum, { branches }) => sum + branches.length, 0)
  if (memory.open_runs + count > planOf(memory).waiting_runs) {
    postponePoll(memory, subscription, now + HOUR)
    return false
  }
  for (const { item, branches } of starts) startItemRuns(memory, item, branches)
  markSeen(memory, subscription.id, [...fresh], now)
  const missed = settleShares(memory, subscription, present, shares)
  const heard = count > 0
  const gaps = heard ? withGap(checked.gaps, checked.last_event, now) : checked.gaps
  const after = { ...checked, missed, gaps, last_event: heard ? now : checked.last_event }
  const still = runningBehind(memory, subscription).size > 0
  updateSubscription(memory, { ...after, next_due: still ? now + SOONEST : nextPoll(memory, after, first.fresh_for) })
  return true
}

/** Whole days since 1970. */
function daysOf(at: number | null): number {
  return Math.floor((at ?? 0) / DAY)
}

/** The subscription after a check that was answered. `fresh`: how many of its items were new. */
function checkedNow(
  subscription: Subscription,
  { items, first, skipped, told }: Pages,
  fresh: number,
  now: number,
): Subscription {
  const isWhole = told === undefined && !first.only_new
  const isNew = isWhole && subscription.primed && fresh === items.length
  const isChanged = isNew && areRenamed(items, subscription)
  const changed = isChanged ? subscription.changed + 1 : first.unchanged ? subscription.changed : 0
  return {
    ...subscription,
    primed: true,
    fails: 0,
    changed,
    last_checked: now,
    last_ok: now,
    etag: first.etag ?? (first.unchanged ? subscription.etag : null),
    last_modified: first.last_modified ?? (first.unchanged ? subscription.last_modified : null),
    note: skipped
      ? 'More was new than we read at once; the oldest was skipped.'
      : changesIds(changed)
        ? CHANGING_IDS
        : (told?.note ?? null),
  }
}

function branchesThatRun(
  memory: RunnerMemory,
  subscription: Subscription,
  { id }: TriggerItem,
  runs: Map<number, Set<string>>,
): RunningTrigger[] {
  return branchesOf(memory, subscription).filter(({ applet_id }) => runs.get(applet_id)?.has(id))
}

/**
 * Keeps what an Applet meets later, and offers what it had while its user had turned it off. Returns all that is
 * offered.
 */
function settleShares(
  memory: RunnerMemory,
  subscription: Subscription,
  present: TriggerItem[],
  shares: ItemShare[],
): MissedItem[] {
  let { missed } = subscription
  for (const { applet_id, kind, ids } of shares) {
    switch (kind) {
      case 'later':
        addBehind(memory, subscription.id, applet_id, [...ids])
        break
      case 'offer': {
        const offered = present.filter(({ id }) => ids.has(id)).slice(-MOST_MISSED)
        const others = missed.filter((item) => item.applet_id !== applet_id)
        missed = [...others, ...offered.map((item) => ({ ...item, applet_id }))]
        dropBehind(memory, subscription.id, applet_id)
        break
      }
      case 'run':
        dropBehind(memory, subscription.id, applet_id)
        break
    }
  }
  return missed
}

/**
 * An Applet's part in these items of a trigger that it shares. `run` and `offer`: it has met all that the trigger has.
 * `later`: it is paused or off, or was when the trigger was asked, so they are kept for it.
 */
type ItemShare = { applet_id: number; kind: 'run' | 'offer' | 'later'; ids: Set<string> }

/**
 * Says for each Applet what becomes of an answer. `asked`: who was behind when the trigger was asked, and by what:
 * only they got pages that reach back far enough.
 */
function shareItems(
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
