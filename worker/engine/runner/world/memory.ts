import type { PauseReason } from '../../../contract/applets/pause-words.ts'
import type { RunnableService } from '../../steps/service-steps.ts'
import type { Program, RunnerSnapshot } from '../../../system/runner-api/program.ts'
import type { RunnerWorld } from './world.ts'

/** A run that this incarnation works on. */
export type UnderWay = {
  applet_id: number
  subscription: number
  attempt: number
  /** When its work last came forward, in ms: the watchdog takes it again if that is too long ago. */
  touched: number
  /** How long what it does may take from then, in ms. */
  may_take: number
  /** Given to another attempt by the watchdog; what it does after all still ends its step. */
  stalled: boolean
  /** Stopped by its user: the step under way is finished, and no further one begins. */
  stopped: boolean
}

/** An Applet that fails. Times in ms. */
export type Trouble = {
  failures: number
  since: number
  paused: PauseReason | null
  broken_since: number | null
  told_silent: number | null
}

/** The settings of a Runner but for its programs, and the services that came with them. */
export type RunnerSettings = Omit<RunnerSnapshot, 'programs' | 'service_files'>

/** What a Runner was told of a service that is not ours; `service` is null where there is none. */
export type AddedService = { version: number; service: RunnableService | null }

/** What is known of a run before it is taken. */
export type DueRun = { seq: number; attempt: number; applet_id: number; rev: number }

export type CurrentProgram = { rev: number; program: Program }

/**
 * All that a Runner keeps in memory while it lives. It is read from the tables again after a restart, but for
 * `under_way`: then nothing is under way.
 */
export type RunnerMemory = {
  world: RunnerWorld
  settings: RunnerSettings
  /** By Applet: the version that new runs take. */
  programs: Map<number, CurrentProgram>
  /** By module name: services that came with programs. */
  added: Map<string, AddedService>
  /** Services of which it was told nothing and that something waits for. */
  lacking: Set<string>
  under_way: Map<number, UnderWay>
  /** Subscriptions of hooks by their key, which never change. */
  hook_ids: Map<string, number>
  /** Subscriptions that are polled. */
  polled_ids: Set<number>
  /** When the newest run was accepted, in ms; 0 without any. */
  newest_run: number
  /** The alarm that is set, in ms; null if none, or not known after a restart. */
  alarm: number | null
  /** The run that a hook's event has just made due, until the next one is chosen; null otherwise. */
  fresh: DueRun | null
  /** Runs that have not ended. */
  open_runs: number
  /** The bytes of their events, as last summed; null before. */
  open_bytes: { at: number; bytes: number } | null
  /** When the last events that count for the pace begin, oldest first, in ms. */
  begins: number[]
  /** Polls that a service asked for; one that was under way then comes again. */
  poked: Set<number>
  /** Requests from our own hooks in the last minute, by Applet: one that feeds itself is paused. */
  own_hooks: Map<number, number[]>
  /** When the next action of an account may begin, in ms, where its service asks to wait between two. */
  next_writes: Map<string, number>
  /** What filter code has spent since a time in ms: it begins again after a minute. */
  filter_use: { since: number; fuel: number }
  /** Applets that failed last, or that were turned off by themselves. */
  troubles: Map<number, Trouble>
  /** Keys refused before D1 knew (a regenerated hook), and since when, in ms. */
  refused_keys: Map<string, number>
}
