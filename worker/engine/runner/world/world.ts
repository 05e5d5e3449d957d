import type { ObjectWorld } from '../../../system/context/object-world.ts'
import type { PauseReason } from '../../../contract/applets/pause-words.ts'
import type { DraftWhen } from '../../../contract/drafts/draft.ts'
import type { Program, ServiceFile } from '../../../system/runner-api/program.ts'
import type { RunCounts } from '../../../system/runner-api/runner-api.ts'
import type { FollowAnswer, FollowRequest, SourceAddress, SourceTimes } from '../../../system/runner-api/source-api.ts'
import type { AccountValues } from '../../steps/account-io.ts'
import type { AccountHook, RunnableService, StepIo } from '../../steps/service-steps.ts'
import type { CallPlaces } from '../../../system/call-places/call-places.ts'
import type { AppLimit } from '../../../system/runner-api/host-api.ts'

/**
 * The access to an account for one call; `version` rises whenever its token changes. `broken` or `away`: it cannot be
 * used now.
 */
export type AccountAccess = ({ kind: 'token'; version: number } & AccountValues) | { kind: 'broken' } | { kind: 'away' }

/** `waits`: it has not failed, but waited for an hour. */
export type FailedRun = { applet_id: number; name: string; run_id: string; message: string; waits?: true }

/**
 * Everything outside of a Runner's own logic: its clock, storage, network and the rest of the product. The Durable
 * Object gives it the real ones, the simulation its own.
 */
export type RunnerWorld = ObjectWorld & {
  /** From 0 to 1. */
  random(): number
  /** This incarnation of the object: rows of another one were left by a crash. */
  boot: string
  /** One of ours, that came with the deployment; `store/added-services.ts` finds all. */
  findOwnService(module_name: string): RunnableService | null
  /** One that came as a file with programs; null where that cannot be read. */
  readService(file: ServiceFile): RunnableService | null
  /** What the program was made to decide by, as D1 has it; null where it is gone. */
  readWhen(program: Program): Promise<DraftWhen | null>
  /** Has the minute's job sync this Runner, which lacks something. */
  askForSync(): void
  /** The operator's kill switch. */
  isServiceOff(module_name: string): Promise<boolean>
  /**
   * The call's ports, but for the account's values and the user's store. `hops`: how many of our own hooks led here.
   */
  stepIo(call: {
    service: Pick<RunnableService, 'module_name' | 'base_url'>
    account_id: string | null
    key: string | null
    applet_id: number
    timezone: string
    hops: number
  }): Omit<StepIo, keyof AccountValues | 'store'>
  /** The calls that may be under way at once; `stepIo` takes a place for each that has none. */
  places: CallPlaces
  account(account_id: string): Promise<AccountAccess>
  /** Where the account's service may send what happens; more than one while a key of TOKEN_KEYS is replaced. */
  accountHooks(account_id: string): Promise<(AccountHook & { key_hash: string })[]>
  /** One refresh after a 401 to that version; `broken` if the service refuses it. */
  refreshAccount(account_id: string, tried: number): Promise<AccountAccess>
  /** The connection no longer works: tells the user and D1. False if it has another version since, which may work. */
  markBroken(account_id: string, tried: number): Promise<boolean>
  /** Fields with secrets opened, for one request. */
  openSecrets(fields: Record<string, string>): Promise<Record<string, string>>
  /** Follows a Source, or renews that; what it has comes back. Throws if it cannot be reached. */
  followSource(request: Omit<FollowRequest, 'runner_id'>): Promise<FollowAnswer>
  /** Follows it no more. A Source that does not hear of it finds out by itself. */
  unfollowSource(address: SourceAddress, identity: string): Promise<void>
  /** When it was read and is read next. */
  sourceTimes(address: SourceAddress): Promise<SourceTimes>
  /** Advisory: how long a host's circuit breaker asks to wait, in ms; 0 when closed. */
  hostDelay(hosts: readonly string[]): Promise<number>
  /** Takes one of the calls that hosts allow the whole app. How long to wait for one, in ms; 0 where it was there. */
  takeCall(hosts: readonly string[], limit: AppLimit): Promise<number>
  /** After a 429: `retry_after` in ms. */
  emptyLeases(hosts: readonly string[], retry_after: number): void
  /** Tells the breaker how a call ended. */
  reportHost(hosts: readonly string[], ok: boolean): void
  /** So many runs ended like this since the last time. */
  recordEnded(outcome: string, runs: number): void
  /** D1's copies of the run counts. */
  saveCounts(counts: RunCounts[]): Promise<void>
  /** At most once an hour per user. */
  tellFailures(failed: FailedRun[]): Promise<void>
  tellRan(ran: { applet_id: number; name: string; run_id: string }): Promise<unknown>
  tellPaused(applet: { applet_id: number; name: string; why: PauseReason }): Promise<unknown>
  tellSilent(applet: { applet_id: number; name: string; since: number }): Promise<unknown>
  /** Its trigger could not be asked, and why. `notify`: whether its user wants to be notified of what fails. */
  tellLookFailed(applet: { applet_id: number; name: string; message: string; notify: boolean }): Promise<unknown>
  /** A schedule could not run at its time. `late` in ms. */
  tellLate(applet: { applet_id: number; name: string; late: number }): Promise<unknown>
  /** Waits so many ms, in memory only. */
  sleep(ms: number): Promise<void>
  /** Whether a plan's events a minute are held back; off in benches. */
  paced: boolean
}

/** A Runner's own tables. */
export type Tables = Pick<RunnerWorld, 'sql'>
export type Clock = Pick<RunnerWorld, 'now'>
