import { HOUR } from '../../contract/shared/durations.ts'
import { PLANS } from '../../contract/tiers.ts'
import type { SourceItem, SourcePage } from '../steps/service-steps.ts'
import type { StepProblem } from '../../system/runner-api/step-outcome.ts'
import { CHANGING_IDS, changesIds, pollInterval, secondPollShare, withGap } from '../runner/triggers/poll-rules.ts'
import type { SourceWorld } from './world/source-world.ts'
import { dropSilentFollowers, leastEvery, planTells, planTellsNow } from './store/followers.ts'
import { insertItems, knownAmong, pruneItems, refreshItems, type NewItem } from './store/source-items.ts'
import { saveRecord, type SourceRecord } from './store/source-record.ts'
import { hubAfterReading, isLeased } from './websub/hub-subscription.ts'

/** How often a Source is read while a hub pushes, in ms. */
const READ_BESIDES_HUB = HOUR
/** How many items must have new ids before that counts as a habit of the source. */
const MANY_ITEMS = 5

/** Stores what a reading found: new items under new numbers, and whom to tell. In one transaction. */
export function takePage(world: SourceWorld, record: SourceRecord, page: SourcePage): SourceRecord {
  const now = world.now()
  const { number, fresh, changed } = storeItems(world, record, page.items)
  const next: SourceRecord = {
    ...record,
    number,
    etag: page.etag ?? (page.unchanged ? record.etag : null),
    last_modified: page.last_modified ?? (page.unchanged ? record.last_modified : null),
    state: page.state,
    fails: 0,
    changed: changed ? record.changed + 1 : page.unchanged ? record.changed : 0,
    gaps: fresh > 0 ? withGap(record.gaps, record.last_event, now) : record.gaps,
    last_event: fresh > 0 && record.last_ok !== null ? now : record.last_event,
    last_read: now,
    last_ok: now,
    quiet_until: page.again_in === undefined ? now + (page.fresh_for ?? 0) : 0,
    problem: null,
    hub: page.unchanged ? record.hub : hubAfterReading(record.hub, page.hub, world.token, now),
  }
  const note = changesIds(next.changed) ? CHANGING_IDS : (page.note ?? null)
  const first = record.last_ok === null
  return finishReading(world, { ...next, note }, { fresh_for: page.fresh_for, again_in: page.again_in, first })
}

/** Stores what a hub pushed: new items only. */
export function takePush(world: SourceWorld, record: SourceRecord, items: readonly SourceItem[]): SourceRecord {
  const now = world.now()
  const { number, fresh } = storeItems(world, record, items)
  if (fresh === 0) return record
  const gaps = withGap(record.gaps, record.last_event, now)
  const next = { ...record, number, gaps, last_event: now, dropped: pruneItems(world, now) }
  planTellsNow(world, number, now)
  return saveRecord(world, next)
}

/** Notes that a reading failed: followers are told why, and it comes again later. */
export function takeProblem(world: SourceWorld, record: SourceRecord, problem: StepProblem): SourceRecord {
  const { failure, message, retry_after } = problem
  const now = world.now()
  const next = {
    ...record,
    fails: record.fails + 1,
    last_read: now,
    problem: { failure, message, retry_after },
    quiet_until: now + (retry_after ?? 0),
  }
  return finishReading(world, next, { fresh_for: retry_after, first: false })
}

/** Finds the note for the users of its followers. */
export function noteOf({ problem, note }: SourceRecord): string | null {
  return problem?.message ?? note
}

/** `first`: nothing was known before. Times in ms. */
type Reading = { fresh_for: number | null; again_in?: number | undefined; first: boolean }

function finishReading(world: SourceWorld, record: SourceRecord, reading: Reading): SourceRecord {
  const now = world.now()
  dropSilentFollowers(world, now)
  const dropped = pruneItems(world, now)
  const next_read = reading.again_in === undefined ? nextRead(world, record, reading) : now + reading.again_in
  const next = { ...record, dropped, next_read }
  planTells(world, next.number, noteOf(next), now)
  return saveRecord(world, next)
}

/** When it is read again, in ms: as often as the most demanding plan of its followers. */
function nextRead(world: SourceWorld, record: SourceRecord, { fresh_for, first }: Reading): number {
  const now = world.now()
  const { gaps, last_event, fails, changed, hub, generation } = record
  const least = Math.max(leastEvery(world) ?? PLANS.free.poll_every, isLeased(hub, now) ? READ_BESIDES_HUB : 0)
  const interval = pollInterval({ least, gaps, last_event, fails, fresh_for, changed }, now)
  return Math.round(now + interval * (first && fresh_for === null ? secondPollShare(generation) : 1))
}

function storeItems(world: SourceWorld, record: SourceRecord, items: readonly SourceItem[]) {
  const now = world.now()
  const present = oldestFirst(items)
  const known = knownAmong(world, present)
  const unknown = present.filter(({ item }) => !known.ids.has(item.id))
  const changed = record.last_ok !== null && present.length >= MANY_ITEMS && unknown.length === present.length
  // The same links and titles under other ids are no news.
  const renamed = changed && isRenamed(present, known.same)
  const fresh = renamed ? unknown.filter(({ same }) => !known.same.has(same)) : unknown
  refreshItems(world, present, now)
  return { number: insertItems(world, record.number, fresh, now), fresh: fresh.length, changed }
}

function isRenamed(present: readonly NewItem[], known: ReadonlySet<string>): boolean {
  const distinct = new Set(present.map(({ same }) => same))
  return distinct.size === present.length && known.size * 2 >= present.length
}

function oldestFirst(items: readonly SourceItem[]): NewItem[] {
  const unique = new Map(items.map(({ same, ...item }) => [item.id, { item, same: same ?? item.id }]))
  return [...unique.values()].toReversed()
}
