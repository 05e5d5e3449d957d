import { HOUR } from '../../contract/shared/durations.ts'
import { tierOf } from '../../entitlements/entitlement-rules.ts'
import type { PollPage, StepOutcome, StepProblem, TriggerItem } from '../../runner-api/step-outcome.ts'
import { insertRuns, type NewRun } from '../store/runs.ts'
import {
  markSeen,
  readSubscriptionById,
  refreshSeen,
  unseenIds,
  updateSubscription,
  type Subscription,
} from '../store/subscriptions.ts'
import { transact } from '../store/transact.ts'
import { callService, type CallResult } from '../execution/call-step.ts'
import { backlogOf, hasFastPolls } from '../execution/hold-rules.ts'
import { MISSING_STEP } from '../execution/work-on-query.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { itemEvent } from './item-event.ts'
import { changesIds, pollInterval, spreadOf, withGap } from './poll-rules.ts'
import { SOONEST } from './poll-soon.ts'
import { branchesOf } from './subscription-branches.ts'

/** Pages asked for where everything is unknown. */
const MOST_PAGES = 5
/** Pages of what is present at first: what comes up to the first page when something is deleted is not new. */
const PAGES_PRESENT = 3
const MOST_MISSED = 100
const CHANGING_IDS = 'This service gives its items new ids at every check, so we check it every 30 minutes only.'

/** Asks a trigger once and stores what is new, oldest first: runs, ids, cursor and the next time in one transaction. */
export async function pollSubscription(memory: RunnerMemory, subscription: Subscription): Promise<void> {
  if (branchesOf(memory, subscription).length === 0)
    return updateSubscription(memory, { ...subscription, next_due: null })
  memory.poked.delete(subscription.id)
  const asked = await askPages(memory, subscription)
  transact(memory, () => {
    const now = readSubscriptionById(memory, subscription.id)
    if (!now || now.applets.length === 0) return
    // Turned off and on while it was asked: what is present counts as seen, which the next poll looks at.
    if (now.primed !== subscription.primed) return
    // All its Applets were turned off by themselves: nothing is marked as seen before their user resumes them.
    if (branchesOf(memory, now).length === 0) return updateSubscription(memory, { ...now, next_due: null })
    if (asked.kind === 'held') return postpone(memory, now, asked.due)
    if (!asked.outcome.ok) return noteFailedPoll(memory, now, asked.outcome.problem)
    takeItems(memory, now, asked.outcome.value)
  })
}

/** `first`: the page that a next poll may ask for again, with what is known of it. */
type Pages = { items: TriggerItem[]; first: PollPage; skipped: boolean }
type Asked = { kind: 'outcome'; outcome: StepOutcome<Pages> } | { kind: 'held'; due: number | null }

async function askPages(memory: RunnerMemory, subscription: Subscription): Promise<Asked> {
  const { primed } = subscription
  const fields = await memory.world.openSecrets(subscription.fields)
  let items: TriggerItem[] = []
  let page: string | null = null
  let first: PollPage | null = null
  for (let pages = 1; ; pages++) {
    const result = await askPage(memory, subscription, fields, page)
    if (result.kind === 'held') return { kind: 'held', due: result.due }
    const { outcome } = result
    if (!outcome.ok) return { kind: 'outcome', outcome }
    const { value } = outcome
    first ??= value
    items = [...items, ...value.items]
    const unseen = unseenIds(
      memory,
      subscription.id,
      value.items.map(({ id }) => id),
    )
    const allUnknown = value.items.length > 0 && unseen.size === value.items.length
    const most = primed ? MOST_PAGES : PAGES_PRESENT
    if (!allUnknown || value.next === null || pages === most) {
      const skipped = primed && allUnknown && value.next !== null
      return { kind: 'outcome', outcome: { ok: true, value: { items, first, skipped } } }
    }
    page = value.next
  }
}

/** Asks the first page with what is known of it, so that a service may say that nothing changed. */
function askPage(
  memory: RunnerMemory,
  subscription: Subscription,
  fields: Record<string, string>,
  page: string | null,
): Promise<CallResult<PollPage>> {
  const { module_name, slug, account_id, primed, applets } = subscription
  const { etag, last_modified } = page === null && primed ? subscription : { etag: null, last_modified: null }
  const caller = { module_name, account_id, key: null, applet_id: applets[0] ?? 0, hops: 0 }
  return callService(memory, caller, async (service, io) => {
    const poll = service.triggers[slug]?.poll
    return poll ? poll({ fields, applet_id: caller.applet_id, page, etag, last_modified }, io) : MISSING_STEP
  })
}

/** A held poll comes again; nothing is marked as seen. */
function postpone(memory: RunnerMemory, subscription: Subscription, due: number | null): void {
  const now = memory.world.now()
  const next_due = memory.poked.has(subscription.id) ? now + SOONEST : (due ?? now + HOUR)
  updateSubscription(memory, { ...subscription, next_due })
}

function noteFailedPoll(memory: RunnerMemory, subscription: Subscription, problem: StepProblem): void {
  const now = memory.world.now()
  const next = { ...subscription, fails: subscription.fails + 1, last_checked: now, note: problem.message }
  updateSubscription(memory, { ...next, next_due: nextPoll(memory, next, problem.retry_after) })
}

function takeItems(memory: RunnerMemory, subscription: Subscription, { items, first, skipped }: Pages): void {
  const { world } = memory
  const now = world.now()
  const unseen = unseenIds(
    memory,
    subscription.id,
    items.map(({ id }) => id),
  )
  const fresh = [
    ...new Map(items.filter(({ id }) => unseen.has(id)).map((item) => [item.id, item])).values(),
  ].toReversed()
  const isChanged = subscription.primed && items.length > 4 && fresh.length === items.length
  const changed = isChanged ? subscription.changed + 1 : first.unchanged ? subscription.changed : 0
  const checked: Subscription = {
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
        : null,
  }
  refreshSeen(
    memory,
    subscription.id,
    items.map(({ id }) => id),
    now,
  )
  if (!subscription.primed) {
    const missed = subscription.last_ok === null ? [] : fresh.slice(-MOST_MISSED)
    markSeen(memory, subscription.id, [...unseen], now)
    return updateSubscription(memory, { ...checked, missed, next_due: nextPoll(memory, checked, first.fresh_for) })
  }
  const tier = tierOf(memory.settings.subscriptions, now)
  const starts = branchesOf(memory, subscription)
  if (memory.open_runs + fresh.length * starts.length > backlogOf(tier))
    return postpone(memory, subscription, now + HOUR)
  for (const item of fresh) startRuns(memory, subscription, item, now)
  markSeen(memory, subscription.id, [...unseen], now)
  const heard = fresh.length > 0
  const gaps = heard ? withGap(checked.gaps, checked.last_event, now) : checked.gaps
  const after = { ...checked, gaps, last_event: heard ? now : checked.last_event }
  updateSubscription(memory, { ...after, next_due: nextPoll(memory, after, first.fresh_for) })
}

/** Starts an item's runs, one for each Applet that follows the subscription. */
export function startRuns(memory: RunnerMemory, subscription: Subscription, item: TriggerItem, begins: number): number {
  const runs = branchesOf(memory, subscription).map(({ applet_id, rev, branch }): NewRun => {
    return {
      applet_id,
      rev,
      feature: branch.feature,
      subscription: subscription.id,
      event_id: item.id,
      body_hash: null,
      cause: 'event',
      hops: 0,
      begins,
    }
  })
  return runs.length === 0 ? 0 : insertRuns(memory, itemEvent(item, begins), runs).length
}

function nextPoll(
  { world, settings, poked }: RunnerMemory,
  subscription: Subscription,
  fresh_for: number | null,
): number {
  const now = world.now()
  // What a service told of while it was asked may not be in its answer.
  if (poked.has(subscription.id)) return now + SOONEST
  const { gaps, last_event, fails, changed } = subscription
  const fast = hasFastPolls(tierOf(settings.subscriptions, now))
  const interval = pollInterval({ fast, gaps, last_event, fails, fresh_for, changed }, now)
  // The second poll comes early by a share of its own, so that polls of all users are spread over the interval.
  const early = subscription.last_event === null && subscription.fails === 0 && fresh_for === null
  return Math.round(now + interval * (early ? 0.5 + spreadOf(subscription.key) / 2 : 1))
}
