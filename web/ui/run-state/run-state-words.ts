import type { HoldReason, RunFilter, RunState } from '../../../worker/contract/runs/applet-run.ts'

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

/** Why runs are held, and what ends it. */
export const HOLD_WORDS: Record<HoldReason, string> = {
  plan: 'Your plan does not include what this Applet uses. It continues when your plan does.',
  connection: 'A connection no longer works. Reconnect it, and this continues.',
  pace: 'Many events came at once. They run one after another, as fast as your plan allows.',
  host: 'The service does not answer right now. This continues when it does.',
  calls: 'Six other calls of yours were under way, so this one was not sent. This continues soon.',
  filter: 'Your filter code takes too much time. This continues within a minute.',
  service_off: 'This service is turned off for maintenance. This continues when it is back.',
  paused: 'You paused all runs.',
  internal: 'Something went wrong on our side. This continues by itself.',
  reconnected: "This waited for a connection. Choose on the Applet's page whether it still runs.",
}
