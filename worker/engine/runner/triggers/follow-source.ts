import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import type { FollowAnswer, SourceAddress, SourceTell, TellAnswer } from '../../../system/runner-api/source-api.ts'
import type { FollowedSource } from '../../steps/service-steps.ts'
import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { findService } from '../store/added-services.ts'
import { dropFollow, listFollows, readFollow, saveFollow, type Follow } from '../store/follows.ts'
import {
  markSeen,
  readSubscription,
  readSubscriptionById,
  updateSubscription,
  type Subscription,
} from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { failedOnceMore, leastInterval, noteFailedPoll, postponePoll, stillFollowed } from './next-poll.ts'
import { spreadOf } from './poll-rules.ts'
import { runningBehind } from '../store/unmet-items.ts'
import { branchesOf } from '../store/running-triggers.ts'
import { takeItems } from './take-items.ts'

/** So often a Runner says that it still follows, in ms. */
const RENEW = 6 * HOUR
/** A Source that cannot be reached is asked again so much later, in ms. */
const SOURCE_AWAY = MINUTE

/** Follows what the trigger reads, or renews that, and takes what is new since. */
export async function followSource(
  memory: RunnerMemory,
  subscription: Subscription,
  source: FollowedSource,
  soon: boolean,
): Promise<void> {
  const { world, settings } = memory
  const { module_name, key: identity, primed } = subscription
  const behind = runningBehind(memory, subscription)
  const fields = await world.openSecrets(subscription.fields)
  const address: SourceAddress = { module_name, source: source.source, fields: source.fields(fields) }
  const before = readFollow(memory, subscription.id)
  const known = primed && before ? { generation: before.generation, number: before.number } : null
  const place = { known, older: behind.size > 0, soon }
  const answer = await asked(memory, { address, identity, every: leastInterval(settings, world.now()), ...place })
  const isFollowed = transact(memory, () => {
    const now = stillFollowed(memory, subscription.id)
    if (!now) return false
    takeAnswer(memory, now, answer, { source, fields, address, behind })
    return true
  })
  // It was turned off while the Source was asked.
  if (!isFollowed) world.spawn(world.unfollowSource(address, identity))
}

/** Null where the Source cannot be reached. */
async function asked(
  { world }: RunnerMemory,
  request: Parameters<RunnerMemory['world']['followSource']>[0],
): Promise<FollowAnswer | null> {
  try {
    return await world.followSource(request)
  } catch (error) {
    world.log('source_away', { module_name: request.address.module_name, message: String(error) })
    return null
  }
}

type Asked = {
  source: FollowedSource
  fields: Record<string, string>
  address: SourceAddress
  behind: ReturnType<typeof runningBehind>
}

function takeAnswer(
  memory: RunnerMemory,
  subscription: Subscription,
  answer: FollowAnswer | null,
  { source, fields, address, behind }: Asked,
): void {
  const { id, key: identity } = subscription
  if (answer === null) return postponePoll(memory, subscription, memory.world.now() + SOURCE_AWAY)
  if (answer.kind === 'problem') {
    saveFollow(memory, { subscription: id, identity, address, generation: '', number: 0 })
    return noteFailedPoll(memory, subscription, answer.problem)
  }
  const { generation, number, skipped, note } = answer
  const fresh = ownItems(memory, source, fields, answer.items)
  const older = ownItems(memory, source, fields, answer.older)
  // The number says so also of what was forgotten since.
  const known = older.map((item) => item.id)
  markSeen(memory, id, known, memory.world.now())
  const items = [...fresh, ...older]
  if (!takeFound(memory, subscription, { items, skipped, note }, behind)) return
  // It may have been told of more meanwhile.
  const now = readFollow(memory, id)
  const newest = now?.generation === generation ? Math.max(now.number, number) : number
  saveFollow(memory, { subscription: id, identity, address, generation, number: newest })
}

/** Takes what a Source tells. A gap is not taken: what is missing is asked for, so that the order is kept. */
export async function takeTell(memory: RunnerMemory, tell: SourceTell): Promise<TellAnswer> {
  const subscription = readSubscription(memory, tell.identity)
  const source = subscription && findService(memory, subscription.module_name)?.triggers[subscription.slug]?.source
  if (!subscription || !source || branchesOf(memory, subscription).length === 0) return { kind: 'unknown' }
  const fields = await memory.world.openSecrets(subscription.fields)
  return transact(memory, (): TellAnswer => {
    const now = readSubscription(memory, tell.identity)
    const follow = now && readFollow(memory, now.id)
    if (!now || !follow || branchesOf(memory, now).length === 0) return { kind: 'unknown' }
    if (!now.primed || follow.generation !== tell.generation || tell.after > follow.number) {
      updateSubscription(memory, { ...now, next_due: memory.world.now() })
      return { kind: 'told', number: follow.generation === tell.generation ? follow.number : 0 }
    }
    return {
      kind: 'told',
      number: takeTold(memory, now, follow, tell, ownItems(memory, source, fields, tell.items.toReversed())),
    }
  })
}

/** Returns up to which number it knows the Source then. */
function takeTold(
  memory: RunnerMemory,
  subscription: Subscription,
  follow: Follow,
  { number, note, ok }: SourceTell,
  items: TriggerItem[],
): number {
  if (!ok && items.length === 0) updateSubscription(memory, failedOnceMore(memory, subscription, note ?? ''))
  else if (!takeFound(memory, subscription, { items, skipped: false, note }, new Map())) return follow.number
  const newest = Math.max(follow.number, number)
  saveFollow(memory, { ...follow, number: newest })
  return newest
}

type Found = { items: TriggerItem[]; skipped: boolean; note: string | null }

/** `items` newest first. False where the backlog is full. */
function takeFound(
  memory: RunnerMemory,
  subscription: Subscription,
  { items, skipped, note }: Found,
  behind: ReturnType<typeof runningBehind>,
): boolean {
  // The Source tells what is new: it is asked again only to say that somebody still follows.
  const fresh_for = Math.round(RENEW * (0.75 + spreadOf(subscription.key) / 4))
  const first = { items, next: null, etag: null, last_modified: null, unchanged: false, fresh_for }
  return takeItems(memory, subscription, { items, first, skipped, told: { note } }, behind)
}

function ownItems(
  { settings }: RunnerMemory,
  source: FollowedSource,
  fields: Record<string, string>,
  items: TriggerItem[],
): TriggerItem[] {
  return source.items?.(items, { fields, timezone: settings.timezone }) ?? items
}

/**
 * Forgets what no Applet starts on anymore, of all subscriptions or of those with these keys. Returns what is to be
 * unfollowed once that is stored.
 */
export function dropUnusedFollows(memory: RunnerMemory, keys: ReadonlySet<string> | null): Follow[] {
  const unused = listFollows(memory).filter(({ subscription, identity }) => {
    if (keys && !keys.has(identity)) return false
    const followed = readSubscriptionById(memory, subscription)
    return !followed || branchesOf(memory, followed).length === 0
  })
  for (const { subscription } of unused) dropFollow(memory, subscription)
  return unused
}

/** A Source that does not hear of it finds out when it tells. */
export function unfollow({ world }: RunnerMemory, follows: readonly Follow[]): void {
  for (const { address, identity } of follows) world.spawn(world.unfollowSource(address, identity))
}

/** Before everything is deleted. A Source that cannot be reached finds out when it tells. */
export async function unfollowAll(memory: RunnerMemory): Promise<void> {
  const follows = listFollows(memory)
  await Promise.allSettled(follows.map(({ address, identity }) => memory.world.unfollowSource(address, identity)))
}
