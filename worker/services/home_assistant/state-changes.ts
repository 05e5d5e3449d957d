import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'

/** An entity's state since a moment: what the request of a trigger finds, with a time. */
export type StateRow = TriggerItem & { at: number }

/** Said of an entity whose device does not answer: no state of its own. */
const NO_STATES = new Set(['unavailable', 'unknown'])

/**
 * The changes after `start`, in ms, of a history that is told oldest first, each with the state before it. A device that
 * comes back as it went has not changed, and what it was while it was away is not known.
 */
export function stateChanges(rows: readonly StateRow[], start: number): StateRow[] {
  let last: string | null = null
  let wasAway = false
  return rows.flatMap((row): StateRow[] => {
    const state = stateOf(row)
    if (NO_STATES.has(state)) {
      wasAway = true
      return []
    }
    const isChange = last === null ? !wasAway : last !== state
    const change = { ...row, ingredients: { ...row.ingredients, PreviousState: last ?? '' } }
    last = state
    return isChange && row.at > start ? [change] : []
  })
}

/** Those changes at which a number crossed the limit, upward or downward. */
export function crossings(changes: StateRow[], direction: 'above' | 'below', limit: number): StateRow[] {
  const isBeyond = (state: number) => (direction === 'above' ? state > limit : state < limit)
  return changes.filter((change) => {
    const [from, to] = [toNumber(change.ingredients['PreviousState']), toNumber(stateOf(change))]
    return !Number.isNaN(from) && !isBeyond(from) && isBeyond(to)
  })
}

/** Those changes to this state, however it is spelled; all of them for an empty text. */
export function changesTo(changes: StateRow[], state: string): StateRow[] {
  const wanted = state.trim().toLowerCase()
  return wanted === '' ? changes : changes.filter((change) => stateOf(change).toLowerCase() === wanted)
}

function stateOf({ ingredients: { State } }: StateRow): string {
  return String(State ?? '')
}

function toNumber(state: unknown): number {
  const text = String(state).trim()
  return text === '' ? Number.NaN : Number(text)
}
