import type { RunState, RunStepState } from '../../../worker/contract/runs/applet-run.ts'
import { LineDrawing } from '../glyph.tsx'
import { RUN_STATE_WORDS } from './run-state-words.ts'
import './run-state.css'
import '../badge.css'

type AnyRunState = RunState | RunStepState

const CLOCK = 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18'
const AGAIN = 'M5 12a7 7 0 1 0 2.3-5.2M7 3v4h4'

/** The look of each state besides its word. */
const PATHS: Record<AnyRunState, string> = {
  pending: CLOCK,
  ready: CLOCK,
  waiting: CLOCK,
  calling: 'M8 5l11 7-11 7z',
  retrying: AGAIN,
  held: 'M9 6v12M15 6v12',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  skipped: 'M6 6l7 6-7 6zM17 6v12',
  failed: 'M12 8v5M12 16.5v.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  cancelled: 'M6 6l12 12M18 6L6 18',
  unsure: 'M9 9.2a3 3 0 1 1 4.4 2.7c-1 .5-1.4 1-1.4 2.1M12 17.5v.5M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19',
}

/** The color's group; the word and the drawing say the same. */
export function toneOf(state: AnyRunState): 'good' | 'bad' | 'open' | 'quiet' {
  switch (state) {
    case 'done':
      return 'good'
    case 'failed':
    case 'unsure':
      return 'bad'
    case 'skipped':
    case 'cancelled':
    case 'pending':
      return 'quiet'
    case 'ready':
    case 'calling':
    case 'waiting':
    case 'retrying':
    case 'held':
      return 'open'
  }
}

export function RunStateGlyph({ state, size = 20 }: { state: AnyRunState; size?: number }) {
  return <LineDrawing path={PATHS[state]} size={size} />
}

/** A state as a word and a drawing, never by color alone. */
export function RunStateBadge({ state }: { state: AnyRunState }) {
  return (
    <span className={`badge run-state ${toneOf(state)}`}>
      <RunStateGlyph state={state} size={16} />
      {stateInWords(state)}
    </span>
  )
}

function stateInWords(state: AnyRunState): string {
  return state === 'pending' ? 'Not begun' : RUN_STATE_WORDS[state]
}
