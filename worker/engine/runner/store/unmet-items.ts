import { branchesOf } from './running-triggers.ts'
import type { Subscription } from './subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'

/**
 * The items that a polled trigger saw and an Applet has not met yet: the Applet's own place in what it shares with
 * others. `off`: its user turned it off, so that these items are offered to them; otherwise they are run.
 */
export type Behind = { off: boolean; ids: Set<string> }

/** Marks that an Applet was turned off, among the ids of what it has not met. */
const OFF = ''

/** By Applet: those that were paused or off while this subscription went on. */
export function readBehind({ world }: RunnerMemory, subscription: number): Map<number, Behind> {
  const rows = world.sql<{ applet_id: number; event_id: string }>(
    'select applet_id, event_id from behind where subscription = ?',
    subscription,
  )
  const behind = new Map<number, Behind>()
  for (const { applet_id, event_id } of rows) {
    const known = behind.get(applet_id) ?? { off: false, ids: new Set() }
    behind.set(applet_id, event_id === OFF ? { ...known, off: true } : { ...known, ids: known.ids.add(event_id) })
  }
  return behind
}

/** Who runs now and was paused or off before: the trigger is asked for what they have not met. */
export function runningBehind(memory: RunnerMemory, subscription: Subscription): Map<number, Behind> {
  const running = new Set(branchesOf(memory, subscription).map(({ applet_id }) => applet_id))
  return new Map([...readBehind(memory, subscription.id)].filter(([applet_id]) => running.has(applet_id)))
}

/** Keeps for the Applet what it does not meet now. */
export function addBehind(memory: RunnerMemory, subscription: number, applet_id: number, ids: string[]): void {
  const { world } = memory
  if (ids.length === 0) return
  world.sql(
    `insert into behind (subscription, applet_id, event_id, at) select ?, ?, value, ? from json_each(?) where true
     on conflict (subscription, applet_id, event_id) do nothing`,
    subscription,
    applet_id,
    world.now(),
    JSON.stringify(ids),
  )
}

/** From now on what the trigger has is offered to the Applet's user when they turn it on again. */
export function noteOff(memory: RunnerMemory, subscription: number, applet_id: number): void {
  addBehind(memory, subscription, applet_id, [OFF])
}

/** The Applet has met everything that the trigger still had. */
export function dropBehind({ world }: RunnerMemory, subscription: number, applet_id: number): void {
  world.sql('delete from behind where subscription = ? and applet_id = ?', subscription, applet_id)
}

/** Forgets what nobody asked for since `before` (ms), and what the trigger itself has forgotten. */
export function pruneBehind({ world }: RunnerMemory, before: number): void {
  world.sql(
    `delete from behind where at < ? or (event_id <> ? and not exists (
       select 1 from seen where seen.subscription = behind.subscription and seen.event_id = behind.event_id))`,
    before,
    OFF,
  )
}
