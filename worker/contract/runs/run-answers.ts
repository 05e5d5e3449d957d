import type { SaidPart } from '../shared/said-part.ts'
import type { AppletHealth, RunDay, RunDetail, RunStep, RunSummary } from './applet-run.ts'

/** An Applet that an entry names. `path` is null when the user may no longer see it. */
export type NamedApplet = { id: number; name: string; path: string | null }

/** A run in a list, with the Applet that ran. */
type ListedRun = RunSummary & { applet: NamedApplet | null }
/** GET /api/runs: newest first. `next` is the `before=` of the following page. */
export type RunsResponse = { runs: ListedRun[]; next: string | null }

/**
 * A step with its name in the catalog; null for the filter and the wait. `said`: what it sent, or was set to when it
 * ran, as a sentence.
 */
export type NamedRunStep = Omit<RunStep, 'setting'> & {
  name: string | null
  service: { name: string; icon: string } | null
  said: SaidPart[]
}
/** GET /api/runs/{id} */
export type RunResponse = { run: Omit<RunDetail, 'steps'> & { applet: NamedApplet | null; steps: NamedRunStep[] } }

/** How many runs a press took. */
export type RunsTaken = { runs: number }
/** The run that a press began. */
export type RunBegun = { run: string }
/** POST /api/applets/{id}/press */
export type PressTaken = RunBegun & { applet_id: number }

/** A user's settings for runs. `min_gap` in seconds, `quiet` in local minutes of the day, `expect_every` in hours. */
export type RunSettings = {
  keep_contents: boolean
  min_gap: number | null
  quiet: { from: number; to: number } | null
  expect_every: number | null
}

/** GET /api/applets/{id}/health. `health` and `days` are null while runs cannot be read. */
export type AppletRuns = {
  health: AppletHealth | null
  days: RunDay[] | null
  settings: RunSettings
  /** Until when all of the user's runs are paused, in ms. */
  paused_until: number | null
  /** The names of its services that an operator has stopped for now. */
  stopped_services: string[]
}

/** GET /api/runs/days */
export type RunDaysResponse = { days: RunDay[] }
/** PATCH /api/runs/pause */
export type PauseResponse = { paused_until: number | null }
