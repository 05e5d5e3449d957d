import { DAY } from '../../../contract/shared/durations.ts'
import {
  upcastProgram,
  usedServices,
  type Program,
  type ProgramTrigger,
  type RunnerSnapshot,
} from '../../../system/runner-api/program.ts'
import { findService, isUntold, saveAddedServices } from '../store/added-services.ts'
import { noteOff, readBehind } from '../store/unmet-items.ts'
import { dropLeaving, noteLeaving } from '../store/unsubscribes-due.ts'
import { dropProgram, pruneRevisions, saveProgram } from '../store/programs.ts'
import { readFollow } from '../store/follows.ts'
import { insertSubscription, listSubscriptions, updateSubscription, type Subscription } from '../store/subscriptions.ts'
import { writeMeta } from '../store/tables.ts'
import { transact } from '../store/transact.ts'
import { endTrouble } from '../store/applet-failures.ts'
import { nextTime } from '../triggers/clock-subscription.ts'
import { dropUnusedFollows, unfollow } from '../triggers/follow-source.ts'
import { leastInterval } from '../triggers/next-poll.ts'
import { hookKey } from '../store/subscription-keys.ts'
import type { RunnerMemory, RunnerPart, RunnerSettings } from '../world/memory.ts'
import { cancelOpenRuns } from './cancel-runs.ts'
import { followPace } from './follow-pace.ts'
import { releaseHolds } from './release-holds.ts'
import type { Catalog, Clock, Tables } from '../world/world.ts'

/** Makes a newer snapshot the Runner's truth, in one transaction; an older one changes nothing. */
export function applySnapshot(memory: RunnerMemory, snapshot: RunnerSnapshot): void {
  if (snapshot.wanted <= memory.settings.wanted) return
  const { programs: given, service_files, ...settings } = snapshot
  // While it is deployed, an API Worker of before sends programs as it knows them.
  const programs = given.map(upcastProgram)
  const before = memory.settings
  const unused = transact(memory, () => {
    saveAddedServices(memory, usedServices(programs), service_files)
    const kept = new Set(programs.map(({ applet_id }) => applet_id))
    for (const [applet_id] of memory.programs) {
      if (kept.has(applet_id)) continue
      dropProgram(memory, applet_id)
      endTrouble(memory, applet_id)
      cancelOpenRuns(memory, { applet_id }, 'The Applet was turned off.')
    }
    for (const program of programs) {
      const old = memory.programs.get(program.applet_id)?.program
      // Turned off and on again: its user wants it to run once more.
      if (old && old.enabled_at !== program.enabled_at) endTrouble(memory, program.applet_id)
      saveProgram(memory, program)
    }
    memory.settings = settings
    writeMeta(memory.world, 'snapshot', JSON.stringify(settings))
    followTriggers(memory, programs, before)
    releaseHolds(memory)
    followPace(memory, before)
    pruneRevisions(memory)
    return dropUnusedFollows(memory)
  })
  unfollow(memory, unused)
}

type Followed = {
  kind: Subscription['kind']
  trigger: ProgramTrigger
  applets: number[]
  enabled_at: number
  running: number[]
}

/** Brings the subscriptions in line with what the programs start on. */
function followTriggers(memory: RunnerMemory, programs: Program[], before: RunnerSettings): void {
  const wanted = wantedTriggers(memory, programs)
  const stored = new Map(listSubscriptions(memory).map((each) => [each.key, each]))
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
    if (isUntold(memory, known.module_name) && isNamed(programs, key)) continue
    noteTurnedOff(memory, known, [])
    noteLeaving(memory, known)
    updateSubscription(memory, { ...known, applets: [], next_due: null })
  }
}

function isNamed(programs: readonly Program[], key: string): boolean {
  return programs.some(({ applet_id, branches }) =>
    branches.some(({ trigger, feature }) => key === trigger.identity || key === hookKey(applet_id, feature)),
  )
}

function wantedTriggers(memory: RunnerPart<Catalog, 'added' | 'troubles'>, programs: Program[]): Map<string, Followed> {
  const wanted = new Map<string, Followed>()
  for (const { applet_id, running, enabled_at, branches } of programs) {
    const runs = running && !memory.troubles.get(applet_id)?.paused
    for (const { trigger, feature } of branches) {
      const mode = findService(memory, trigger.module_name)?.triggers[trigger.slug]?.mode
      if (mode === undefined) continue
      const key = mode === 'hook' ? hookKey(applet_id, feature) : trigger.identity
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

/** Items that a polled trigger has while an Applet is off are offered to its user; a pause keeps the Applet's place. */
function noteTurnedOff(
  memory: RunnerPart<Tables & Clock>,
  { id, kind, applets }: Subscription,
  follow: number[],
): void {
  if (kind !== 'poll') return
  for (const applet_id of applets) if (!follow.includes(applet_id)) noteOff(memory, id, applet_id)
}

function followedAgain(
  memory: RunnerPart<Tables & Clock & Catalog, 'added' | 'settings'>,
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
function isToldAtAnotherPace(
  memory: RunnerPart<Tables & Clock, 'settings'>,
  { id }: Subscription,
  before: RunnerSettings,
): boolean {
  const now = memory.world.now()
  return leastInterval(before, now) !== leastInterval(memory.settings, now) && readFollow(memory, id) !== null
}

function isReconnected(
  { settings }: Pick<RunnerMemory, 'settings'>,
  before: RunnerSettings,
  account_id: string | null,
): boolean {
  const isConnected = ({ accounts }: RunnerSettings) =>
    accounts.some(({ id, status }) => id === account_id && status === 'connected')
  return isConnected(settings) && !isConnected(before)
}

/** When a subscription is first asked, in ms: polls at once, schedules at their next time. */
function firstDue(
  memory: RunnerPart<Clock & Catalog, 'added' | 'settings'>,
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
  const programs = [...memory.programs.values()].map(({ program }) => program)
  const unused = transact(memory, () => {
    followTriggers(memory, programs, memory.settings)
    return dropUnusedFollows(memory)
  })
  unfollow(memory, unused)
}
