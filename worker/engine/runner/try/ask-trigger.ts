import { MINUTE } from '../../../contract/shared/durations.ts'
import type { TriedEvent } from '../../../contract/drafts/try-draft.ts'
import type { ProgramTrigger } from '../../../system/runner-api/program.ts'
import type { StepIo, TriggerDefinition } from '../../steps/service-steps.ts'
import type { Ingredients, StepOutcome, TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { callService } from '../execution/call-step.ts'
import { findService } from '../store/added-services.ts'
import { cutText } from '../store/cut-progress.ts'
import { noteLeaving } from '../store/unsubscribes-due.ts'
import { leaveTrigger } from '../triggers/leave-trigger.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { newSalt } from '../world/ulid.ts'
import { WHY_NOT_ASKED } from './why-not-asked.ts'

/** How long a poll that is only tried may take before its service is told again that nobody follows, in ms. */
const LEAVE_AFTER = MINUTE

/** Characters of an event's values as JSON. */
const EVENT_MAX = 20_000

type Asking = {
  trigger: ProgramTrigger
  applet_id: number
  most: number
  /** Sets the alarm for what this notes before it asks. */
  setAlarm: () => void
}
type Asked = { items: TriggerItem[]; problem: string | null }

/**
 * Asks for a trigger's present items, without following it: a poll of its first page, or a schedule's next time. One
 * that only comes by itself cannot be asked. Nothing is marked as seen, and no service is left with a subscription.
 */
export async function askTrigger(
  memory: RunnerMemory,
  asking: Asking,
): Promise<{ events: TriedEvent[]; problem: string | null }> {
  const { trigger, applet_id, most } = asking
  const { world, settings } = memory
  const definition = findService(memory, trigger.module_name)?.triggers[trigger.slug]
  switch (definition?.mode) {
    case 'clock': {
      const call = { fields: trigger.fields, applet_id }
      const item = definition.next?.(call, { after: world.now(), timezone: settings.timezone })
      return { events: item ? [toEvent('next', item)] : [], problem: null }
    }
    case 'poll': {
      const { items, problem } = await poll(memory, asking, definition)
      return { events: items.slice(0, most).map((item) => toEvent('live', item)), problem }
    }
    case 'hook':
    case undefined:
      return { events: [], problem: null }
  }
}

function toEvent(origin: TriedEvent['origin'], { at, ingredients }: TriggerItem): TriedEvent {
  return { origin, at, run: null, other_fields: false, ingredients: cutToFit(ingredients) }
}

/** The page sends them back with each try, and a request has room for 64 KB. */
function cutToFit(ingredients: Ingredients): Ingredients {
  if (JSON.stringify(ingredients).length <= EVENT_MAX) return ingredients
  const most = Math.floor(EVENT_MAX / 2 / Math.max(1, Object.keys(ingredients).length))
  const cut = Object.entries(ingredients).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutText(value, most) : value,
  ])
  return Object.fromEntries(cut)
}

async function poll(
  memory: RunnerMemory,
  { trigger: { module_name, slug, account_id, fields }, applet_id, setAlarm }: Asking,
  definition: TriggerDefinition,
): Promise<Asked> {
  // Such a poll sets up what its service sends; it has no items.
  if (definition.push) return { items: [], problem: null }
  const { world } = memory
  const identity = `try-${newSalt(() => world.random())}`
  const left = { id: 0, key: identity, module_name, slug, account_id }
  const due = world.now() + LEAVE_AFTER
  // A trigger that takes hints asks for none in a try.
  if (definition.leave && !definition.hint) {
    // Before it is asked, so that a crash leaves no subscription behind.
    noteLeaving(memory, left, due)
    setAlarm()
  }
  try {
    const opened = await world.openSecrets(fields)
    const result = await callService(
      memory,
      { module_name, account_id, key: null, applet_id, hops: 0 },
      async (_, { hook: _hook, ...io }) => askOnce(memory, definition, { fields: opened, applet_id, identity }, io),
    )
    if (result.kind === 'held') return { items: [], problem: WHY_NOT_ASKED[result.hold] }
    const { outcome } = result
    return outcome.ok ? { items: outcome.value, problem: null } : { items: [], problem: outcome.problem.message }
  } finally {
    if (definition.leave) await leaveTrigger(memory, { ...left, subscription: 0, fails: 0, due })
  }
}

async function askOnce(
  { settings }: RunnerMemory,
  { poll: ask, source }: TriggerDefinition,
  call: { fields: Record<string, string>; applet_id: number; identity: string },
  io: StepIo,
): Promise<StepOutcome<TriggerItem[]>> {
  if (source) {
    const read = await io.readSource(source.source, source.fields(call.fields))
    if (!read.ok) return read
    return { ok: true, value: source.items?.(read.value, { ...call, timezone: settings.timezone }) ?? read.value }
  }
  if (!ask) return { ok: true, value: [] }
  const page = await ask({ ...call, page: null, etag: null, last_modified: null }, io)
  return page.ok ? { ok: true, value: page.value.items } : page
}
