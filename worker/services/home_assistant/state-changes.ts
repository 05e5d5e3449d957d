import type { StateHistory, StateRow } from './state-history.ts'

/** Said of an entity whose device does not answer: no state of its own. */
const NO_STATES = new Set(['unavailable', 'unknown'])

export type StateChange = StateRow & { from: string }

/**
 * The changes of a history, oldest first. A device that comes back as it went has not changed, and what it was while it
 * was away is not known.
 */
export function stateChanges({ before, rows }: StateHistory): StateChange[] {
  let last = before === null || NO_STATES.has(before) ? null : before
  let wasAway = before !== null && last === null
  return rows.flatMap((row): StateChange[] => {
    if (NO_STATES.has(row.state)) {
      wasAway = true
      return []
    }
    const isChange = last === null ? !wasAway : last !== row.state
    const change = { ...row, from: last ?? '' }
    last = row.state
    return isChange ? [change] : []
  })
}

/** Those changes at which a number crossed the limit, upward or downward. */
export function crossings(changes: StateChange[], direction: 'above' | 'below', limit: number): StateChange[] {
  const isBeyond = (state: string) => (direction === 'above' ? toNumber(state) > limit : toNumber(state) < limit)
  return changes.filter(({ from, state }) => !Number.isNaN(toNumber(from)) && !isBeyond(from) && isBeyond(state))
}

function toNumber(state: string): number {
  return state.trim() === '' ? Number.NaN : Number(state)
}
