import type { TriedEvent } from '../../../contract/drafts/try-draft.ts'
import type { ProgramTrigger } from '../../../system/runner-api/program.ts'
import { ingredientsOf, readEvent, type RunRow } from '../store/runs.ts'
import { listSubscriptions, type Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { encodeRunId } from '../world/ulid.ts'

/** Runs that are looked at: several Applets may have met the same event, and some keep no contents. */
const LOOKED_AT = 30

type MetRun = Pick<RunRow, 'seq' | 'salt' | 'at' | 'event' | 'event_row'>

/**
 * The last events that the user's Applets met with this trigger, newest first: with the same fields and account, else
 * with others.
 */
export function seenEvents(memory: RunnerMemory, trigger: ProgramTrigger, most: number): TriedEvent[] {
  const { module_name, slug } = trigger
  const met = listSubscriptions(memory).filter(
    (each) => each.kind !== 'test' && each.module_name === module_name && each.slug === slug,
  )
  const same = met.filter((each) => isSame(each, trigger))
  const own = eventsOf(memory, same, most).map((event) => ({ ...event, other_fields: false }))
  if (own.length > 0) return own
  return eventsOf(memory, met, most).map((event) => ({ ...event, other_fields: true }))
}

/** A hook's subscription is that of its Applet, so its fields are compared. */
function isSame({ kind, key, fields, account_id }: Subscription, trigger: ProgramTrigger): boolean {
  if (kind !== 'hook') return key === trigger.identity
  const slugs = new Set([...Object.keys(fields), ...Object.keys(trigger.fields)])
  return account_id === trigger.account_id && [...slugs].every((slug) => fields[slug] === trigger.fields[slug])
}

function eventsOf(
  memory: RunnerMemory,
  subscriptions: Subscription[],
  most: number,
): Omit<TriedEvent, 'other_fields'>[] {
  const found = new Map<string, Omit<TriedEvent, 'other_fields'>>()
  for (const run of newestRuns(memory, subscriptions)) {
    const event = found.size < most && readEvent(memory, run)
    if (!event) continue
    const ingredients = ingredientsOf(event)
    const known = JSON.stringify([event.at, ingredients])
    if (!found.has(known)) found.set(known, { origin: 'seen', at: event.at, run: encodeRunId(run), ingredients })
  }
  return [...found.values()]
}

/** By the index of events: for each Applet that has runs, and each of these subscriptions. */
function newestRuns({ world }: RunnerMemory, subscriptions: Subscription[]): MetRun[] {
  if (subscriptions.length === 0) return []
  return world.sql<MetRun>(
    `with recursive applet (id) as (
       select min(applet_id) from run
       union all
       select (select min(applet_id) from run where applet_id > id) from applet where id is not null),
     met (seq) as (
       select run.seq from applet, run where applet.id is not null and run.applet_id = applet.id
       and run.subscription in (select value from json_each(?)) order by run.seq desc limit ${LOOKED_AT})
     select seq, salt, at, event, event_row from run where seq in (select seq from met) order by seq desc`,
    JSON.stringify(subscriptions.map(({ id }) => id)),
  )
}
