import type { PollPage, StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { findService } from '../store/added-services.ts'
import { unseenIds, updateSubscription, type Subscription } from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import { callService, type CallResult } from '../execution/call-step.ts'
import { MISSING_STEP } from '../execution/work-on-query.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { followSource } from './follow-source.ts'
import { noteFailedPoll, postponePoll, stillFollowed } from './next-poll.ts'
import { runningBehind, type Behind } from '../store/unmet-items.ts'
import { branchesOf } from '../store/running-triggers.ts'
import { takeItems, type Pages } from './take-items.ts'

/** Pages asked for where everything is unknown. */
const MOST_PAGES = 5
/** Pages of what is present at first: what comes up to the first page when something is deleted is not new. */
const PAGES_PRESENT = 3

/** Asks a trigger once and stores what is new, oldest first: runs, ids, cursor and the next time in one transaction. */
export async function pollSubscription(memory: RunnerMemory, subscription: Subscription): Promise<void> {
  if (branchesOf(memory, subscription).length === 0)
    return updateSubscription(memory, { ...subscription, next_due: null })
  const poked = memory.poked.delete(subscription.id)
  const source = findService(memory, subscription.module_name)?.triggers[subscription.slug]?.source
  if (source) return followSource(memory, subscription, source, poked)
  const behind = runningBehind(memory, subscription)
  const asked = await askPages(memory, subscription, behind)
  transact(memory, () => {
    const now = stillFollowed(memory, subscription.id)
    if (!now) return
    if (asked.kind === 'held') return postponePoll(memory, now, asked.due)
    if (!asked.outcome.ok) return noteFailedPoll(memory, now, asked.outcome.problem)
    takeItems(memory, now, asked.outcome.value, behind)
  })
}

type Asked = { kind: 'outcome'; outcome: StepOutcome<Pages> } | { kind: 'held'; due: number | null }

async function askPages(memory: RunnerMemory, subscription: Subscription, behind: Map<number, Behind>): Promise<Asked> {
  const { primed } = subscription
  const unmet = new Set([...behind.values()].flatMap(({ ids }) => [...ids]))
  const fields = await memory.world.openSecrets(subscription.fields)
  let items: Pages['items'] = []
  let page: string | null = null
  let first: PollPage | null = null
  for (let pages = 1; ; pages++) {
    const result = await askPage(memory, subscription, fields, page, behind.size === 0)
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
    const allUnknown = value.items.length > 0 && value.items.every(({ id }) => unseen.has(id) || unmet.has(id))
    const most = primed ? MOST_PAGES : PAGES_PRESENT
    if (!allUnknown || value.next === null || pages === most) {
      const skipped = primed && allUnknown && value.next !== null
      return { kind: 'outcome', outcome: { ok: true, value: { items, first, skipped } } }
    }
    page = value.next
  }
}

/** Asks the first page with what is known of it, so that a service may say that nothing changed to who `knows_all`. */
function askPage(
  memory: RunnerMemory,
  subscription: Subscription,
  fields: Record<string, string>,
  page: string | null,
  knows_all: boolean,
): Promise<CallResult<PollPage>> {
  const { key, module_name, slug, account_id, primed, applets } = subscription
  const { etag, last_modified } =
    page === null && primed && knows_all ? subscription : { etag: null, last_modified: null }
  const caller = { module_name, account_id, key: null, applet_id: applets[0] ?? 0, hops: 0 }
  return callService(memory, caller, async (service, io) => {
    const poll = service.triggers[slug]?.poll
    return poll
      ? poll(
          { fields, applet_id: caller.applet_id, page, etag, last_modified, identity: key, mark: subscription.etag },
          io,
        )
      : MISSING_STEP
  })
}
