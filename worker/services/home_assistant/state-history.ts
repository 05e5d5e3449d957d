import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepCall, StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { PolledRequest } from '../format/service-code.ts'
import { findEntity } from './entity-state.ts'
import type { StateRow } from './state-changes.ts'

/** An entity's states, oldest first, of which those after `start` are asked for, in ms. */
type StateHistory = { rows: StateRow[]; start: number; mark: string }

/** The time that every poll asks for again, in ms: the clock there may differ from ours. */
const OVERLAP = 10 * MINUTE
const LONGEST = 7 * DAY
/** Where an answer is too large to read, this much is asked for instead, in ms. */
const SHORTER = [HOUR, 5 * MINUTE]

/**
 * Reads an entity's states since the last poll, so that no change between two polls is lost. `mark`: what the next call
 * brings back.
 */
export async function readHistory(
  { ask }: PolledRequest,
  call: StepCall & { etag: string | null },
  io: StepIo,
): Promise<StepOutcome<StateHistory>> {
  const known = call.etag === null ? Number.NaN : Number(call.etag)
  const since = Number.isFinite(known) ? Math.max(known - OVERLAP, io.now - LONGEST) : io.now - DAY
  const starts = [since, ...SHORTER.map((time) => io.now - time).filter((start) => start > since)]
  for (const start of starts) {
    const asked = await ask({ ...call, values: { start: new Date(start).toISOString() } }, {}, io)
    if (!asked.ok && asked.problem.failure === 'too_large') continue
    if (!asked.ok) return asked
    const rows = asked.value.items.toReversed().flatMap(({ at, ...item }) => (at === null ? [] : [{ ...item, at }]))
    // An entity that has not changed for long has nothing on record; one that does not exist is a mistake.
    const found = rows.length === 0 ? await findEntity(call, io) : null
    if (found?.ok === false) return found
    return { ok: true, value: { rows, start, mark: String(Math.max(rows.at(-1)?.at ?? 0, io.now - HOUR)) } }
  }
  return failedOutcome({ failure: 'too_large', message: 'Home Assistant sent more changes than we can read.' })
}
