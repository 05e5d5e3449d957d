import type { AppletTrouble } from '../../contract/applets/applet-trouble.ts'
import type {
  AppletHealth,
  HookReceipt,
  RunDay,
  RunDetail,
  RunFilter,
  RunPage,
} from '../../contract/runs/applet-run.ts'
import type { ProgramChange, RunnerSnapshot, ServiceFile } from './program.ts'
import type { SourceTell, TellAnswer } from './source-api.ts'
import type { Ingredients } from './step-outcome.ts'
import type {
  DryRunAnswer,
  RunOnceAnswer,
  RunOnceRequest,
  SampleRequest,
  TriggerSample,
  TryRequest,
} from './try-api.ts'

/**
 * Which address a request came to: an Applet's own, or the user's maker address with an event's name. `key_hash` is the
 * key's SHA-256 as base64url, like those of a `Program` and a `RunnerSnapshot`. `service`: what the product itself was
 * told for a service of one Applet, such as a mail or a press.
 */
export type HookTarget =
  | { kind: 'applet'; key_hash: string }
  | { kind: 'maker'; key_hash: string; event: string }
  | { kind: 'service'; applet_id: number; module_name: string }

/** A value of a user's store, or an item of a list in it. `at` in ms. */
export type StoredEntry = { id: number; name: string; kind: 'value' | 'item'; value: string; at: number }

/** A request to a hook, as the Worker read it. Its body is at most 64 KB. */
export type HookEvent = {
  target: HookTarget
  /** The sender's id of the event, or null: then it gets a new one. Equal ids with equal bodies run once. */
  event_id: string | null
  /** Hex SHA-256 of the body. */
  body_hash: string
  kind: 'json' | 'form' | 'text' | 'bytes' | 'none'
  content_type: string | null
  bytes: number
  /** The body as text; for bytes that are not text, null. */
  text: string | null
  /** Value1 … Value3, JsonPayload, Headers, OccurredAt, … as the trigger's ingredients. */
  ingredients: Ingredients
  /** How many of our own hooks led to this one. */
  hops: number
  /** The headers in which senders sign; absent where there are none. Never stored. */
  signatures?: Record<string, string>
}

/** A mail as it came to the address of an Applet, with the key of that address; at most 1 MB. */
export type ReceivedMail = { key: string; applet_id: number; raw: Uint8Array }

/**
 * `unknown`: no such key here (the Worker then reads D1 once, syncs and asks again). `other_body`: this event came with
 * another body before. `loop`: more than five hops. `unsigned`: the Applet requires a signature. `ignored`: what a
 * service sent of an account starts no Applet. `full`: the backlog of the user's plan is full. `unready`: it cannot
 * store now; the sender should try again. `retry_after` in ms.
 */
export type AcceptAnswer =
  | { kind: 'accepted'; receipt: string }
  | { kind: 'ignored' }
  | { kind: 'unknown' }
  | { kind: 'other_body' }
  | { kind: 'full'; retry_after: number }
  | { kind: 'loop' }
  | { kind: 'unsigned' }
  | { kind: 'unready'; retry_after: number }

export type AcceptMailAnswer = AcceptAnswer | { kind: 'unreadable' }

/** `text` searches the shown texts of runs. `before` is a run's id. */
export type RunQuery = {
  applet_id?: number | undefined
  filter?: RunFilter | undefined
  text?: string | undefined
  before?: string | undefined
  limit: number
}

/** Which polls: all of an Applet, or those of one identity. */
export type PollTarget = { applet_id: number } | { identity: string }

/** `trouble`: of an Applet that is on. Absent from a Runner of before, and where only runs are counted. */
export type RunCounts = {
  applet_id: number
  run_count: number
  last_run: number | null
  trouble?: AppletTrouble | null
}

/** `as_it_was`: with the version that the run had, not the Applet's present one. */
export type ReplayRequest = { runs: string[] } & { as_it_was: boolean }

/**
 * The `wanted` that is applied now, when it wants to be woken (ms), and which versions it has of the files of added
 * services that its programs use; none from a Runner of before. `lacks`: services of which it was told nothing and that
 * something waits for, as what is left to tell them.
 */
export type SyncAnswer = {
  applied: number
  wake_by: number | null
  services?: { module_name: string; version: number }[]
  lacks?: string[]
}

/** `left`: the identities of triggers with an account that no program has since this change. */
export type ChangeAnswer = SyncAnswer & { left: string[] }

/**
 * One user's Runner: what the features of the Worker may ask of it. Every method may throw if the Runner cannot
 * be reached. All but `sync` and `forget` answer as for an empty one until the first `sync`.
 */
export type RunnerApi = {
  /** Applies the snapshot where it is newer. */
  sync(snapshot: RunnerSnapshot): Promise<SyncAnswer>
  /**
   * Applies the change where the Runner has all that was before it, unless it has the change already. Null, changing
   * nothing, where something is missing in between: a `sync` has to tell it. A Runner of before does not have this call.
   */
  tellProgram(change: ProgramChange): Promise<ChangeAnswer | null>
  /** Gives it what it lacks; those that are left out have no file. */
  addServices(asked: string[], files: ServiceFile[]): Promise<void>
  accept(event: HookEvent): Promise<AcceptAnswer>
  /** Reads a mail and accepts it, so that a mail made to be slow only slows its own user. */
  acceptMail(mail: ReceivedMail): Promise<AcceptMailAnswer>
  /** The fate of an accepted event; null unless this key got that receipt. */
  receipt(key_hash: string, receipt: string): Promise<HookReceipt | null>
  /** Records a handshake of a sender (Slack, Meta, Microsoft, Dropbox); runs nothing. False for an unknown key. */
  handshake(key_hash: string): Promise<boolean>
  /** From now on the key is refused, before D1 knows. */
  refuseKey(key_hash: string): Promise<void>
  /** Polls these subscriptions at once. */
  pollNow(which: PollTarget): Promise<void>
  /** Presses the Applet's test button: a run with the trigger's sample. Returns the run's id. */
  testRun(applet_id: number): Promise<string | null>
  /** Events to try a draft's trigger with: met, asked for now, or an example. Null before the first `sync`. */
  sampleEvents(request: SampleRequest): Promise<TriggerSample | null>
  /** Goes through a draft with an event: queries are asked, nothing is sent. */
  dryRun(request: TryRequest): Promise<DryRunAnswer>
  /** Does a draft once, marked as a test. */
  runOnce(request: RunOnceRequest): Promise<RunOnceAnswer>
  /** A Source that it follows has something new. */
  takeTell(tell: SourceTell): Promise<TellAnswer>
  listRuns(query: RunQuery): Promise<RunPage>
  /** A page of all runs with their contents, newest first. */
  exportRuns(query: Pick<RunQuery, 'before' | 'limit'>): Promise<{ runs: RunDetail[]; next: string | null }>
  /** A page of the user's store, in the order in which entries were made. `after`: the last id of the page before. */
  exportStore(query: { after: number; limit: number }): Promise<StoredEntry[]>
  readRun(id: string): Promise<RunDetail | null>
  /** Runs them again from the step that failed. Returns how many it took. */
  replay(request: ReplayRequest): Promise<number>
  /** Runs the event again as a new run. Returns its id; null if the run is unknown or its contents are gone. */
  runAgain(id: string): Promise<string | null>
  /** Stops what waits, retries or is held. Returns how many. */
  cancel(runs: string[]): Promise<number>
  /** Makes the next try of a run that is held or tried again at once. False where that would not help. */
  tryNow(run: string): Promise<boolean>
  /** Stops all that has not begun a step of this Applet. Returns how many. */
  cancelApplet(applet_id: number): Promise<number>
  /** Answers "We don't know whether this happened" of one action. */
  resolveUnsure(id: string, position: number, answer: 'it_did' | 'do_it_again'): Promise<boolean>
  /** After a reconnect: does the held runs, or drops them. Returns how many. */
  resolveHeld(applet_id: number, answer: 'do' | 'drop'): Promise<number>
  /** Runs what the trigger had while the Applet was off. Returns how many. */
  runMissed(applet_id: number): Promise<number>
  /** Ends "off by itself". */
  resume(applet_id: number): Promise<void>
  health(applet_ids: number[]): Promise<AppletHealth[]>
  counts(): Promise<RunCounts[]>
  /** The last 30 days by outcome; of all Applets without an id. */
  days(applet_id: number | null): Promise<RunDay[]>
  /** Starts what is overdue and arms the alarm again. Returns when it wants to be woken. */
  wake(): Promise<{ wake_by: number | null }>
  /** Deletes everything, for good: later calls answer as for an empty Runner, and `sync` changes nothing. */
  forget(): Promise<void>
}

/** How features reach Runners (`ctx.runners`). */
export type Runners = {
  /** A new Runner's id, to be kept in D1. */
  newId(): string
  /** Throws for an id that was never issued. */
  get(runner_id: string): RunnerApi
  /** Whether the id could have been issued here. */
  isId(runner_id: string): boolean
}
