import { DAY } from '../../../contract/shared/durations.ts'
import type { Program, ProgramTrigger } from '../../../system/runner-api/program.ts'
import { findService, isUntold } from '../store/added-services.ts'
import { noteOff, readBehind } from '../store/unmet-items.ts'
import { dropLeaving, noteLeaving } from '../store/unsubscribes-due.ts'
import { readFollow } from '../store/follows.ts'
import {
  insertSubscription,
  listSubscriptions,
  readSubscription,
  updateSubscription,
  type Subscription,
  hookKey,
} from '../store/subscriptions.ts'
import { transact } from '../store/stored-memory.ts'
import { nextTime } from '../triggers/clock-subscription.ts'
import { dropUnusedFollows, unfollow } from '../triggers/follow-source.ts'
import { leastInterval } from '../triggers/next-poll.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'

type Followed = {
  kind: Subscription['kind']
  trigger: ProgramTrigger
  applets: number[]
  enabled_at: number
  running: number[]
}

/** Brings the subscriptions in line with what the programs start on: all of them, or those with these keys. */
export function followTriggers(memory: RunnerMemory, before: RunnerSettings, keys: ReadonlySet<string> | null): void {
  const wanted = wantedTriggers(memory, keys)
  const stored = new Map(subscriptionsWith(memory, keys).map((each) => [each.key, each]))
  dropLeaving(memory, [...wanted.keys()])
  for (const [key, followed] of wanted) {
    const known = stored.get(key)
    if (known) {
      noteTurnedOff(memory, known, followed.applets)
      updateSubscription(memory, followedAgain(memory, known, followed, before))
    } else {
      const { kind, trigger, applets, enabled_at } = followed
      const { module_name, slug, fields, account_id } = trigger
      const made = { kind, key, module_name, slug, fields, account_id, applets, enabled_at }
      insertSubscription(memory, { ...made, next_due: firstDue(memory, made, followed.running.length > 0) })
    }
  }
  for (const [key, known] of stored) {
    if (wanted.has(key) || known.kind === 'test' || known.applets.length === 0) continue
    // What its trigger is comes with the next sync.
    if (isUntold(memory, known.module_name) && isNamed(memory, key)) continue
    noteTurnedOff(memory, known, [])
    noteLeaving(memory, known)
    updateSubscription(memory, { ...known, applets: [], next_due: null })
  }
}

function subscriptionsWith(memory: RunnerMemory, keys: ReadonlySet<string> | null): Subscription[] {
  return keys === null ? listSubscriptions(memory) : [...keys].flatMap((key) => readSubscription(memory, key) ?? [])
}

/** The keys of all subscriptions that this program may start on, whatever its triggers' modes. */
export function triggerKeys({ applet_id, branches }: Program): string[] {
  return branches.flatMap(({ trigger, feature }) => [trigger.identity, hookKey(applet_id, feature)])
}

function isNamed({ programs }: RunnerMemory, key: string): boolean {
  return [...programs.values()].some(({ program }) => triggerKeys(program).includes(key))
}

function wantedTriggers(memory: RunnerMemory, keys: ReadonlySet<string> | null): Map<string, Followed> {
  const wanted = new Map<string, Followed>()
  for (const { applet_id, running, enabled_at, branches } of programsInOrder(memory)) {
    const runs = running && !memory.troubles.get(applet_id)?.paused
    for (const { trigger, feature } of branches) {
      const mode = findService(memory, trigger.module_name)?.triggers[trigger.slug]?.mode
      if (mode === undefined) continue
      const key = mode === 'hook' ? hookKey(applet_id, feature) : trigger.identity
      if (keys && !keys.has(key)) continue
      const known = wanted.get(key)
      wanted.set(key, {
        kind: mode,
        trigger,
        applets: [...new Set([...(known?.applets ?? []), applet_id])],
        enabled_at: Math.max(known?.enabled_at ?? 0, enabled_at),
        running: [...(known?.running ?? []), ...(runs ? [applet_id] : [])],
      })
    }
  }
  return wanted
}

/** In the order of their Applets, whichever was told last. */
function programsInOrder({ programs }: RunnerMemory): Program[] {
  return [...programs.values()].map(({ program }) => program).toSorted((a, b) => a.applet_id - b.applet_id)
}

/** Items that a polled trigger has while an Applet is off are offered to its user; a pause keeps the Applet's place. */
function noteTurnedOff(memory: RunnerMemory, { id, kind, applets }: Subscription, follow: number[]): void {
  if (kind !== 'poll') return
  for (const applet_id of applets) if (!follow.includes(applet_id)) noteOff(memory, id, applet_id)
}

function followedAgain(
  memory: RunnerMemory,
  known: Subscription,
  followed: Followed,
  before: RunnerSettings,
): Subscription {
  const { applets, trigger, enabled_at, running } = followed
  const { fields, account_id } = trigger
  const next = { ...known, fields, account_id, applets, enabled_at }
  const behind = readBehind(memory, known.id)
  const movedZone = before.timezone !== memory.settings.timezone && known.kind === 'clock'
  const restarts =
    known.next_due === null ||
    movedZone ||
    known.note !== null ||
    isToldAtAnotherPace(memory, known, before) ||
    running.some((applet_id) => behind.has(applet_id)) ||
    isReconnected(memory, before, account_id)
  return { ...next, next_due: running.length > 0 ? (restarts ? firstDue(memory, next, true) : known.next_due) : null }
}

/** A Source tells as often as the plan polls. */
function isToldAtAnotherPace(memory: RunnerMemory, { id }: Subscription, before: RunnerSettings): boolean {
  const now = memory.world.now()
  return leastInterval(before, now) !== leastInterval(memory.settings, now) && readFollow(memory, id) !== null
}

function isReconnected({ settings }: RunnerMemory, before: RunnerSettings, account_id: string | null): boolean {
  const isConnected = ({ accounts }: RunnerSettings) =>
    accounts.some(({ id, status }) => id === account_id && status === 'connected')
  return isConnected(settings) && !isConnected(before)
}

/** When a subscription is first asked, in ms: polls at once, schedules at their next time. */
function firstDue(
  memory: RunnerMemory,
  subscription: Pick<Subscription, 'kind' | 'module_name' | 'slug' | 'fields' | 'applets'>,
  running: boolean,
): number | null {
  if (!running) return null
  const now = memory.world.now()
  switch (subscription.kind) {
    case 'poll':
      return now
    case 'clock':
      return nextTime(memory, subscription, now)?.at ?? now + DAY
    case 'hook':
    case 'test':
      return null
  }
}

/** After an Applet was turned off by itself, or again on: its triggers stop or go on. */
export function refreshTriggers(memory: RunnerMemory): void {
  const unused = transact(memory, () => {
    followTriggers(memory, memory.settings, null)
    return dropUnusedFollows(memory, null)
  })
  unfollow(memory, unused)
}
