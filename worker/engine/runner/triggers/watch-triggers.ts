import { serviceSteps } from '../../../system/runner-api/program.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { findService } from '../store/added-services.ts'
import { listSubscriptions, type Subscription } from '../store/subscriptions.ts'
import { noTrouble, saveTrouble } from '../store/applet-failures.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { silenceLimit } from './poll-rules.ts'

/** A connection that has been broken for so long turns its Applets off, in ms. */
const BROKEN_UNTIL_PAUSED = 14 * DAY

/**
 * Looks at what should have happened: silent triggers are named once, and Applets with a dead connection are turned
 * off.
 */
export function watchTriggers(memory: RunnerMemory): void {
  const subscriptions = listSubscriptions(memory)
  for (const applet_id of memory.programs.keys()) {
    watchConnection(memory, applet_id)
    for (const subscription of subscriptions) {
      if (subscription.applets.includes(applet_id)) watchSilence(memory, applet_id, subscription)
    }
  }
}

function watchConnection(memory: RunnerMemory, applet_id: number): void {
  const { world, settings, programs } = memory
  const current = programs.get(applet_id)
  if (!current) return
  const used = serviceSteps(current.program.branches)
  const broken = settings.accounts.some(
    ({ id, status }) => status === 'broken' && used.some(({ account_id }) => account_id === id),
  )
  const now = world.now()
  const trouble = memory.troubles.get(applet_id)
  if (!broken) {
    if (trouble?.broken_since != null) saveTrouble(memory, applet_id, { ...trouble, broken_since: null })
    return
  }
  const next = { ...(trouble ?? noTrouble(now)), broken_since: trouble?.broken_since ?? now }
  const pauses = next.paused === null && now - next.broken_since >= BROKEN_UNTIL_PAUSED
  if (trouble?.broken_since != null && !pauses) return
  saveTrouble(memory, applet_id, pauses ? { ...next, paused: 'broken_connection' } : next)
  const { name } = current.program
  if (pauses) world.spawn(world.tellPaused({ applet_id, name, why: 'broken_connection' }))
}

function watchSilence(memory: RunnerMemory, applet_id: number, subscription: Subscription): void {
  const { world, programs } = memory
  const { kind } = subscription
  const current = programs.get(applet_id)
  if (!current?.program.running || kind === 'test' || kind === 'clock') return
  const isTold = kind === 'hook' || isPushed(memory, subscription)
  const { gaps, last_event } = isTold ? hookTimes(memory, applet_id, subscription) : subscription
  if (last_event === null) return
  const limit = silenceLimit(gaps, current.program.expect_every)
  const now = world.now()
  const trouble = memory.troubles.get(applet_id)
  if (limit === null || now - last_event < limit) return
  if (trouble?.told_silent != null && trouble.told_silent > last_event) return
  saveTrouble(memory, applet_id, { ...(trouble ?? noTrouble(now)), told_silent: now })
  world.spawn(world.tellSilent({ applet_id, name: current.program.name, since: last_event }))
}

/** Reads from a hook's last runs the times that polls note with each event: a note would be a write per request. */
function hookTimes(
  { world }: RunnerMemory,
  applet_id: number,
  { id }: Subscription,
): Pick<Subscription, 'gaps' | 'last_event'> {
  const rows = world.sql<{ at: number }>(
    'select at from run where applet_id = ? and subscription = ? order by seq desc limit ?',
    applet_id,
    id,
    LOOKED_AT,
  )
  const times = rows.map(({ at }) => at).toReversed()
  return { gaps: times.slice(1).map((at, index) => at - (times[index] ?? at)), last_event: times.at(-1) ?? null }
}

const LOOKED_AT = 21

/** Whether the trigger's service sends what happens, so that its events are not those of its checks. */
function isPushed(memory: RunnerMemory, { module_name, slug }: Pick<Subscription, 'module_name' | 'slug'>): boolean {
  return findService(memory, module_name)?.triggers[slug]?.push !== undefined
}
