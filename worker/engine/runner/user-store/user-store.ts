import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { UserStore } from '../../steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { planOf, transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { MOST_HOPS } from '../store/runs.ts'
import { countersReached, startCounterRuns } from './counter-runs.ts'
import {
  addItem,
  listItems,
  readValue,
  removeEntries,
  setValue,
  sizeOf,
  spellingOf,
  type StoreSize,
} from './store-entries.ts'
import type { Tables } from '../world/world.ts'

const LONGEST_NAME = 100
const LONGEST_VALUE = 10_000
/** Longer than any run, its wait and its tries can last, in ms. */
const EFFECTS_KEPT = 90 * DAY

/** A problem that rolls the change back. */
class Refusal extends Error {
  readonly retry_after: number | null
  constructor(message: string, retry_after: number | null = null) {
    super(message)
    this.retry_after = retry_after
  }
}

/** The store of this Runner's user. `hops`: how many of our own hooks and counters led to the call. */
export function userStore(memory: RunnerMemory, hops: number): UserStore {
  const { world } = memory
  return {
    value: (name) => readValue(world, nameOf(world, name)),
    list: (name, limit) => listItems(world, nameOf(world, name), limit),
    set: ({ key, name, value }) =>
      changeOnce(memory, { key, name, value }, (named) => {
        if (value !== '' && listItems(world, named, 1).length > 0)
          throw new Refusal(`“${named}” is a list, not a value.`)
        if (value === '') removeEntries(world, named)
        else setValue(world, named, value)
        return null
      }),
    add: ({ key, name, value }) =>
      changeOnce(memory, { key, name, value }, (named) => {
        if (value === '') throw new Refusal('The text to add came out empty.')
        if (readValue(world, named)) throw new Refusal(`“${named}” is a value, not a list.`)
        addItem(world, named, value)
        return null
      }),
    count: ({ key, name, by }) =>
      changeOnce(memory, { key, name, value: '' }, (named) => {
        const before = numberOf(named, readValue(world, named)?.value ?? '0')
        if (listItems(world, named, 1).length > 0) throw new Refusal(`“${named}” is a list, not a number.`)
        const after = sum(before, by)
        setValue(world, named, String(after))
        const reached = countersReached(memory, { name: named, before, after })
        if (reached.length > 0) {
          if (hops >= MOST_HOPS)
            throw new Refusal('Counters started each other too often, so this one was not counted.')
          if (memory.open_runs + reached.length > planOf(memory).waiting_runs)
            throw new Refusal('Too many runs wait already.', MINUTE)
          startCounterRuns(memory, reached, { key, name: named, value: after, hops: hops + 1 })
        }
        return after
      }),
  }
}

/** Does the change and notes its key in one transaction; for a key that was noted, gives what came of it then. */
function changeOnce<Result>(
  memory: RunnerMemory,
  { key, name, value }: { key: string; name: string; value: string },
  change: (name: string) => Result,
): StepOutcome<Result> {
  const { world } = memory
  const named = nameOf(world, name)
  try {
    if (named === '') throw new Refusal('The name came out empty.')
    if (named.length > LONGEST_NAME) throw new Refusal(`A name may have at most ${LONGEST_NAME} characters.`)
    if (value.length > LONGEST_VALUE)
      throw new Refusal(`A value may have at most ${LONGEST_VALUE.toLocaleString('en-US')} characters.`)
    return transact(memory, () => {
      const [known] = world.sql<{ result: string }>('select result from store_effect where key = ?', key)
      if (known) return { ok: true, value: JSON.parse(known.result) }
      const before = sizeOf(world)
      const result = change(named)
      requireRoom(memory, before)
      const now = world.now()
      world.sql('insert into store_effect (key, result, at) values (?, ?, ?)', key, JSON.stringify(result), now)
      world.sql(
        'delete from store_effect where key in (select key from store_effect where at < ? limit 10)',
        now - EFFECTS_KEPT,
      )
      return { ok: true, value: result }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, retry_after } = error
    return failedOutcome({ failure: retry_after === null ? 'input' : 'rate_limited', message, retry_after })
  }
}

/** A store that a plan has made too small may still be read, changed and emptied, but not grow. */
function requireRoom(memory: RunnerMemory, before: StoreSize): void {
  const { name, store: limit } = planOf(memory)
  const after = sizeOf(memory.world)
  const isFull = (what: keyof StoreSize) => after[what] > limit[what] && after[what] > before[what]
  if (!isFull('entries') && !isFull('bytes')) return
  const most = `${limit.entries.toLocaleString('en-US')} entries and ${(limit.bytes / 1000).toLocaleString('en-US')} kB`
  throw new Refusal(`Your store is full. ${name} keeps ${most}. Remove something, or choose a higher plan.`)
}

function nameOf(world: Tables, name: string): string {
  return spellingOf(world, name.trim())
}

function numberOf(name: string, value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw new Refusal(`“${name}” is not a number, so it cannot be counted.`)
  return number
}

/** Without the last digits, which binary fractions make up. */
function sum(before: number, by: number): number {
  if (!Number.isFinite(by)) throw new Refusal('The number to add is not a number.')
  return Number((before + by).toPrecision(15))
}
