import type { RunFilter, RunState } from '../../../worker/contract/runs/applet-run.ts'

export const RUN_STATE_WORDS: Record<RunState, string> = {
  ready: 'About to run',
  calling: 'Running',
  waiting: 'Waiting',
  retrying: 'Trying again',
  held: 'Held',
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
  cancelled: 'Canceled',
  unsure: 'Not sure',
}

/** Filters of runs by outcome. */
export const OUTCOME_WORDS: Record<RunFilter, string> = {
  open: 'Not finished',
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
  cancelled: 'Canceled',
  unsure: 'Not sure',
}
