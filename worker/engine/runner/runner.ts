import { DurableObject } from 'cloudflare:workers'
import type { MovableClock } from '../../system/context/movable-clock.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import type { AppletHealth, HookReceipt, RunDay, RunDetail, RunPage } from '../../contract/runs/applet-run.ts'
import type { ProgramChange, RunnerSnapshot, ServiceFile } from '../../system/runner-api/program.ts'
import type {
  AcceptAnswer,
  AcceptMailAnswer,
  ChangeAnswer,
  HookEvent,
  PollTarget,
  ReceivedMail,
  ReplayRequest,
  RunCounts,
  RunnerApi,
  RunQuery,
  StoredEntry,
  SyncAnswer,
} from '../../system/runner-api/runner-api.ts'
import type {
  DryRunAnswer,
  RunOnceAnswer,
  RunOnceRequest,
  SampleRequest,
  TriggerSample,
  TryRequest,
} from '../../system/runner-api/try-api.ts'
import { mailEvent } from '../inbound-mail/mail-event.ts'
import { applyChange } from './config/apply-change.ts'
import { applySnapshot } from './config/apply-snapshot.ts'
import { refreshTriggers } from './config/follow-triggers.ts'
import { Engine } from './engine.ts'
import { AccountTokens } from './ports/account-access.ts'
import { CallLeases } from './ports/call-leases.ts'
import { HostBreakers } from './ports/host-breakers.ts'
import type { MakeObjectParts } from '../steps/services-port.ts'
import { runnerWorld } from './ports/runner-world.ts'
import { cancelOpenRuns } from './config/cancel-runs.ts'
import { readHealth, countRuns } from './read/applet-health.ts'
import { withTroubles } from './read/applet-troubles.ts'
import { listRuns } from './read/list-runs.ts'
import { readReceipt } from './read/read-receipt.ts'
import { findRun, readRun } from './read/read-run.ts'
import { readDays } from './read/run-days.ts'
import { replayRuns } from './reopen/replay-run.ts'
import { resolveHeld } from './config/release-holds.ts'
import { resolveUnsure } from './reopen/late-answers.ts'
import { runAgain, runMissed, runTest } from './reopen/run-again.ts'
import { tryNow } from './reopen/try-now.ts'
import { noteHandshake, refuseKey } from './store/hook-keys.ts'
import { addedVersions, saveAddedServices } from './store/added-services.ts'
import { endTrouble } from './store/applet-failures.ts'
import { loadMemory, newMemory, transact } from './store/stored-memory.ts'
import { takeTell, unfollowAll } from './triggers/follow-source.ts'
import { acceptRequest } from './triggers/accept-request.ts'
import { leaveAllTriggers } from './triggers/leave-trigger.ts'
import { pollSoon } from './triggers/next-poll.ts'
import type { SourceTell, TellAnswer } from '../../system/runner-api/source-api.ts'
import { dryRun } from './try/dry-run.ts'
import { runOnce } from './try/run-once.ts'
import { sampleEvents } from './try/sample-events.ts'
import { exportEntries } from './user-store/store-entries.ts'
import type { RunnerMemory } from './world/memory.ts'
import type { RunnerWorld } from './world/world.ts'

/**
 * All that is left of a forgotten Runner: a sync that read D1 before the account was deleted must not make it again.
 */
const FORGOTTEN = 'forgotten'

/**
 * One user's Runner: keeps what their Applets have accepted and does it once. A Durable Object, so that its rows
 * and its alarm survive a crash; `worker/app` gives it the rest of the Worker.
 */
export abstract class RunnerObject extends DurableObject<RunnerEnv> implements RunnerApi {
  readonly #clock: MovableClock
  readonly #world: RunnerWorld
  readonly #tokens: AccountTokens
  #memory: RunnerMemory | null
  #engine: Engine | null = null
  #written = 0

  constructor(state: DurableObjectState, env: RunnerEnv, make: MakeObjectParts) {
    super(state, env)
    const { ctx, services, clock } = make(env)
    this.#clock = clock
    const user_id = () => this.#memory?.settings.user_id ?? ''
    this.#tokens = new AccountTokens({ ctx, services }, user_id)
    this.#world = runnerWorld({
      state,
      breakers: new HostBreakers(env, user_id),
      leases: new CallLeases(env),
      ctx,
      services,
      tokens: this.#tokens,
      user_id,
      clock,
      onWritten: (rows) => void (this.#written += rows),
    })
    this.#memory = loadMemory(this.#world)
    if (this.#memory) this.#engine = new Engine(this.#memory)
  }

  /** Rings whenever the next thing is due. Never throws: a handler that throws too often is dropped by the platform. */
  override async alarm(): Promise<void> {
    await this.#clock.refresh()
    this.#engine?.ring()
  }

  async sync(snapshot: RunnerSnapshot): Promise<SyncAnswer> {
    if (!this.#memory && (await this.ctx.storage.get(FORGOTTEN))) return { applied: snapshot.wanted, wake_by: null }
    const memory = (this.#memory ??= newMemory(this.#world, snapshot))
    const engine = (this.#engine ??= new Engine(memory))
    this.#tokens.forget()
    applySnapshot(memory, snapshot)
    engine.start()
    return answerOf(memory, engine)
  }

  async tellProgram(change: ProgramChange): Promise<ChangeAnswer | null> {
    const [memory, engine] = [this.#memory, this.#engine]
    const left = memory && applyChange(memory, change)
    if (!memory || !engine || !left) return null
    engine.start()
    return { ...answerOf(memory, engine), left }
  }

  async addServices(asked: string[], files: ServiceFile[]): Promise<void> {
    this.#change(null, (memory) => transact(memory, () => saveAddedServices(memory, asked, files)))
  }

  async accept(event: HookEvent): Promise<AcceptAnswer> {
    const [memory, engine] = [this.#memory, this.#engine]
    if (!memory || !engine) return { kind: 'unknown' }
    const answer = await acceptRequest(memory, event)
    engine.begin()
    return answer
  }

  async acceptMail(mail: ReceivedMail): Promise<AcceptMailAnswer> {
    if (!this.#memory) return { kind: 'unknown' }
    const event = await mailEvent(mail, this.#world.now())
    return event ? this.accept(event) : { kind: 'unreadable' }
  }

  async receipt(key_hash: string, receipt: string): Promise<HookReceipt | null> {
    return this.#ask(null, (memory) => readReceipt(memory, key_hash, receipt))
  }

  async handshake(key_hash: string): Promise<boolean> {
    return this.#ask(false, (memory) => noteHandshake(memory, key_hash))
  }

  async refuseKey(key_hash: string): Promise<void> {
    this.#ask(null, (memory) => refuseKey(memory, key_hash))
  }

  async pollNow(which: PollTarget): Promise<void> {
    this.#change(null, (memory) => pollSoon(memory, which))
  }

  async testRun(applet_id: number): Promise<string | null> {
    return this.#change(null, (memory) => runTest(memory, applet_id))
  }

  async sampleEvents(request: SampleRequest): Promise<TriggerSample | null> {
    const [memory, engine] = [this.#memory, this.#engine]
    return memory && engine && sampleEvents(memory, request, () => engine.start())
  }

  async dryRun(request: TryRequest): Promise<DryRunAnswer> {
    return this.#memory ? dryRun(this.#memory, request) : { kind: 'unready' }
  }

  async runOnce(request: RunOnceRequest): Promise<RunOnceAnswer> {
    return this.#change<RunOnceAnswer>({ kind: 'unready' }, (memory) => runOnce(memory, request))
  }

  async takeTell(tell: SourceTell): Promise<TellAnswer> {
    const [memory, engine] = [this.#memory, this.#engine]
    if (!memory || !engine) return { kind: 'unknown' }
    engine.startOverdue()
    const answer = await takeTell(memory, tell)
    engine.start()
    return answer
  }

  async listRuns(query: RunQuery): Promise<RunPage> {
    return this.#ask({ runs: [], next: null }, (memory) => listRuns(memory, query))
  }

  async exportRuns(query: Pick<RunQuery, 'before' | 'limit'>): Promise<{ runs: RunDetail[]; next: string | null }> {
    return this.#ask({ runs: [], next: null }, (memory) => {
      const { runs, next } = listRuns(memory, query)
      return { runs: runs.flatMap(({ id }) => readRun(memory, id) ?? []), next }
    })
  }

  async exportStore({ after, limit }: { after: number; limit: number }): Promise<StoredEntry[]> {
    return this.#ask([], ({ world }) => exportEntries(world, after, limit))
  }

  async readRun(id: string): Promise<RunDetail | null> {
    return this.#ask(null, (memory) => readRun(memory, id))
  }

  async replay(request: ReplayRequest): Promise<number> {
    return this.#change(0, (memory) => replayRuns(memory, request))
  }

  async runAgain(id: string): Promise<string | null> {
    return this.#change(null, (memory) => runAgain(memory, id))
  }

  async cancel(runs: string[]): Promise<number> {
    return this.#change(0, (memory) => {
      const seqs = runs.flatMap((id) => findRun(memory, id)?.seq ?? [])
      return cancelOpenRuns(memory, { seqs }, 'You stopped it.')
    })
  }

  async tryNow(run: string): Promise<boolean> {
    return this.#change(false, (memory) => tryNow(memory, run))
  }

  async cancelApplet(applet_id: number): Promise<number> {
    return this.#change(0, (memory) => cancelOpenRuns(memory, { applet_id }, 'The Applet was turned off.'))
  }

  async resolveUnsure(id: string, position: number, answer: 'it_did' | 'do_it_again'): Promise<boolean> {
    return this.#change(false, (memory) => resolveUnsure(memory, id, position, answer))
  }

  async resolveHeld(applet_id: number, answer: 'do' | 'drop'): Promise<number> {
    return this.#change(0, (memory) => resolveHeld(memory, applet_id, answer))
  }

  async runMissed(applet_id: number): Promise<number> {
    return this.#change(0, (memory) => runMissed(memory, applet_id))
  }

  async resume(applet_id: number): Promise<void> {
    this.#change(null, (memory) => {
      endTrouble(memory, applet_id)
      refreshTriggers(memory)
    })
  }

  async health(applet_ids: number[]): Promise<AppletHealth[]> {
    return this.#ask([], (memory) => readHealth(memory, applet_ids))
  }

  async counts(): Promise<RunCounts[]> {
    return this.#ask([], (memory) => withTroubles(memory, countRuns(memory)))
  }

  async days(applet_id: number | null): Promise<RunDay[]> {
    return this.#ask([], (memory) => readDays(memory, applet_id))
  }

  async wake(): Promise<{ wake_by: number | null }> {
    await this.#clock.refresh()
    this.#engine?.ring()
    return { wake_by: this.#engine?.wakeBy() ?? null }
  }

  /** Rows written since it entered memory, but for the alarm's. */
  async rowsWritten(): Promise<number> {
    return this.#written
  }

  async forget(): Promise<void> {
    if (this.#memory) await unfollowAll(this.#memory)
    this.#engine = null
    if (this.#memory) await leaveAllTriggers(this.#memory)
    this.#memory = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    await this.ctx.storage.put(FORGOTTEN, true)
  }

  /** Reads, after starting what an alarm should have started. */
  #ask<Answer>(empty: Answer, read: (memory: RunnerMemory) => Answer | Promise<Answer>): Answer | Promise<Answer> {
    if (!this.#memory) return empty
    this.#engine?.startOverdue()
    return read(this.#memory)
  }

  /** Changes, and starts what follows from it; first what an alarm should have started. */
  #change<Answer>(empty: Answer, change: (memory: RunnerMemory) => Answer): Answer {
    if (!this.#memory) return empty
    this.#engine?.startOverdue()
    const answer = change(this.#memory)
    this.#engine?.start()
    return answer
  }
}

function answerOf(memory: RunnerMemory, engine: Engine): SyncAnswer {
  return {
    applied: memory.settings.wanted,
    wake_by: engine.wakeBy(),
    services: addedVersions(memory),
    lacks: [...memory.lacking],
  }
}
