import { MINUTE } from '../../../contract/shared/durations.ts'
import type { AcceptAnswer, HookEvent, HookTarget } from '../../../system/runner-api/runner-api.ts'
import { isKeyRefused } from '../store/hook-keys.ts'
import { findStarted, MOST_HOPS, storeRuns, type StoredEvent } from '../store/runs.ts'
import { noTrouble, saveTrouble } from '../store/applet-failures.ts'
import { toldTriggers, type RunningTrigger } from '../store/running-triggers.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { encodeRunId, newSalt } from '../world/ulid.ts'
import { planOf } from '../store/stored-memory.ts'
import { nextBegin, noteBegin } from './pace.ts'
import { isSigned, SIGNED_SENDERS } from './sender-signature.ts'

/** An Applet that feeds itself more often than that in a minute is paused. */
const MOST_OWN_HOOKS = 60
const FULL_RETRY_AFTER = MINUTE

/**
 * Stores what came to a hook, with one run for each Applet that it starts: all of it is on disk before the
 * answer leaves. A repeat of the same event gets the first receipt and takes no pace.
 */
export function acceptEvent(
  memory: RunnerMemory,
  event: HookEvent,
  unsigned: ReadonlySet<number> = new Set(),
): AcceptAnswer {
  if (event.target.kind !== 'service' && isKeyRefused(memory, event.target.key_hash)) return { kind: 'unknown' }
  const found = findReached(memory, event.target)
  if (found.length === 0) return { kind: 'unknown' }
  const reached = found.filter(({ applet_id }) => !unsigned.has(applet_id))
  if (reached.length === 0) return { kind: 'unsigned' }
  return storeEvent(memory, event, reached)
}

/** Stores an event with one run for each of the triggers that it reaches. */
export function storeEvent(memory: RunnerMemory, event: HookEvent, reached: RunningTrigger[]): AcceptAnswer {
  const { world } = memory
  if (event.hops > MOST_HOPS) return { kind: 'loop' }
  const earlier = event.event_id === null ? null : findEarlier(memory, reached, event.event_id)
  if (earlier) {
    const same = earlier.body_hash === event.body_hash
    return same ? { kind: 'accepted', receipt: encodeRunId(earlier) } : { kind: 'other_body' }
  }
  const now = world.now()
  const plan = planOf(memory)
  if (memory.open_runs >= plan.waiting_runs || isHalfFull(memory))
    return { kind: 'full', retry_after: FULL_RETRY_AFTER }
  if (event.hops > 0 && feedsItself(memory, reached, now)) return { kind: 'loop' }
  const event_id = event.event_id ?? `${now}-${newSalt(() => world.random())}`
  const begins = world.paced ? nextBegin(memory.begins, plan.hook_events_per_minute, now) : now
  const { body_hash, hops } = event
  const [first] = storeRuns(memory, storedEvent(event, now), reached, { event_id, body_hash, hops, begins })
  if (!first) return { kind: 'unready', retry_after: 1000 }
  noteBegin(memory, begins)
  return { kind: 'accepted', receipt: encodeRunId(first) }
}

function findReached(memory: RunnerMemory, target: HookTarget): RunningTrigger[] {
  switch (target.kind) {
    case 'applet':
      return toldTriggers(
        memory,
        ({ program, definition }) => definition.by_request !== false && program.hook_key_hash === target.key_hash,
      )
    case 'maker':
      if (memory.settings.maker_key_hash !== target.key_hash) return []
      return toldTriggers(
        memory,
        ({ branch, definition }) => definition.by_request !== false && branch.trigger.fields['event'] === target.event,
      )
    case 'service':
      return toldTriggers(
        memory,
        ({ program, branch, definition }) =>
          definition.by_request === false &&
          program.applet_id === target.applet_id &&
          branch.trigger.module_name === target.module_name,
      )
  }
}

/** Applets that require a signature which this request does not have. */
export async function findUnsigned(memory: RunnerMemory, event: HookEvent): Promise<Set<number>> {
  const unsigned = new Set<number>()
  for (const { applet_id, branch } of findReached(memory, event.target)) {
    const sender = SIGNED_SENDERS.find((each) => each === branch.trigger.fields['sender'])
    if (!sender) continue
    const { secret = '' } = await memory.world.openSecrets({ secret: branch.trigger.fields['secret'] ?? '' })
    const signed = { sender, secret, body: event.text ?? '', headers: event.signatures ?? {} }
    if (event.kind === 'bytes' || !(await isSigned(signed, Date.now()))) unsigned.add(applet_id)
  }
  return unsigned
}

/** The run that the same event started before. */
function findEarlier(memory: RunnerMemory, reached: RunningTrigger[], event_id: string) {
  for (const trigger of reached) {
    const run = findStarted(memory, trigger, event_id)
    if (run) return run
  }
  return null
}

/** Half of a plan's megabytes may wait. The sum is read at most once a minute. */
function isHalfFull(memory: RunnerMemory): boolean {
  const { world } = memory
  if (memory.open_runs < 100) return false
  if (memory.open_bytes === null || world.now() - memory.open_bytes.at > MINUTE) {
    const [row] = world.sql<{ bytes: number | null }>('select sum(bytes) as bytes from run where ended_at is null')
    memory.open_bytes = { at: world.now(), bytes: row?.bytes ?? 0 }
  }
  const { megabytes } = planOf(memory).kept_runs
  return memory.open_bytes.bytes > (megabytes * 1_000_000) / 2
}

/** Pauses an Applet that starts itself too often, and tells its user. */
function feedsItself(memory: RunnerMemory, reached: RunningTrigger[], now: number): boolean {
  let pauses = false
  for (const { applet_id } of reached) {
    const recent = [...(memory.own_hooks.get(applet_id) ?? []).filter((at) => now - at < MINUTE), now]
    memory.own_hooks.set(applet_id, recent)
    if (recent.length <= MOST_OWN_HOOKS) continue
    pauses = true
    const name = memory.programs.get(applet_id)?.program.name ?? ''
    saveTrouble(memory, applet_id, { ...(memory.troubles.get(applet_id) ?? noTrouble(now)), paused: 'loop' })
    memory.world.spawn(memory.world.tellPaused({ applet_id, name, why: 'loop' }))
  }
  return pauses
}

/** A text that is an ingredient too is stored once. */
function storedEvent({ kind, content_type, bytes, text, ingredients }: HookEvent, at: number): StoredEvent {
  const isText = (name: string) => text !== null && text.length > 40 && ingredients[name] === text
  const from_text = Object.keys(ingredients).filter(isText)
  const rest = Object.entries(ingredients).filter(([name]) => !isText(name))
  return { kind, content_type, bytes, text, ingredients: Object.fromEntries(rest), from_text, at }
}
