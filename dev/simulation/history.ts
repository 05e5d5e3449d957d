import { DAY, HOUR, MINUTE } from '../../worker/contract/shared/durations.ts'
import type { Program, RunnerSnapshot } from '../../worker/runner-api/program.ts'
import type { HookEvent } from '../../worker/runner-api/runner-api.ts'
import { cancelOpenRuns } from '../../worker/runner/config/cancel-runs.ts'
import { setHeld } from '../../worker/runner/config/release-holds.ts'
import { readRun } from '../../worker/runner/read/read-run.ts'
import { replayRuns } from '../../worker/runner/reopen/replay-run.ts'
import { resolveUnsure } from '../../worker/runner/reopen/resolve-unsure.ts'
import { runAgain, runTest } from '../../worker/runner/reopen/run-again.ts'
import type { RunRow } from '../../worker/runner/store/runs.ts'
import { pollSoon } from '../../worker/runner/triggers/poll-soon.ts'
import { encodeRunId } from '../../worker/runner/world/ulid.ts'
import { anyProgram, aRequest, aSnapshot, PRO } from './applet-makers.ts'
import { FarSide, TROUBLES } from './far-side.ts'
import { FAR_SERVICES } from './far-services.ts'
import { HistoryWitness } from './history-witness.ts'
import { Dice } from './seeded-random.ts'
import { SimulatedClock } from './simulated-clock.ts'
import { SimulatedRunner } from './simulated-runner.ts'

const START = Date.UTC(2026, 2, 28)
const APPLETS = [1, 2, 3, 4]
const MOST_EVENTS = 40

/** What may happen next, and how often. */
const WEIGHTS = {
  event: 6,
  item: 3,
  time: 4,
  kill: 2,
  trouble: 2,
  healthy: 1,
  edit: 1,
  'an older sync': 1,
  'turn off': 1,
  'turn on': 1,
  'change the plan': 1,
  'break the account': 1,
  reconnect: 1,
  pause: 1,
  'switch the service off': 1,
  'fail the disk': 1,
  'move the clock': 1,
  replay: 1,
  'replay all': 1,
  cancel: 1,
  resolve: 1,
  again: 1,
  test: 1,
  poke: 1,
  'a long time': 1,
} as const
type Kind = keyof typeof WEIGHTS
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind as Kind))

/** One random life of a Runner: what its senders, services, user and machine do to it, by a seed. */
export class History {
  readonly dice: Dice
  readonly clock = new SimulatedClock(START)
  readonly far: FarSide
  readonly runner: SimulatedRunner
  readonly witness: HistoryWitness
  readonly #account = { token: 'token 0', version: 0, broken: false }
  #snapshot: RunnerSnapshot
  #older: RunnerSnapshot
  #version = 1
  #events = 0
  #off = false

  readonly trace: (line: string) => void

  constructor(seed: number, trace: (line: string) => void) {
    this.trace = trace
    this.dice = new Dice(seed)
    this.far = new FarSide(this.clock, this.dice)
    this.far.tokens.add(this.#account.token)
    const token = async () =>
      this.#account.broken
        ? ({ kind: 'broken' } as const)
        : ({ kind: 'token', token: this.#account.token, credentials: {}, version: this.#account.version } as const)
    const lost_rings = this.dice.one([0, 0, 0.3])
    this.runner = new SimulatedRunner({
      clock: this.clock,
      random: this.dice.roll,
      services: FAR_SERVICES,
      fetch: this.far.fetch,
      account: async () => (this.dice.chance(this.#off ? 0.2 : 0) ? { kind: 'away' } : token()),
      refreshAccount: token,
      markBroken: async (_, tried) => {
        if (tried !== this.#account.version) return false
        this.#account.broken = true
        this.#config({ accounts: this.#accounts() })
        return true
      },
      isServiceOff: async () => this.#off,
      paced: this.dice.chance(0.5),
      losesAlarm: () => this.dice.chance(lost_rings),
    })
    this.far.fresh_for = this.dice.chance(0.1) ? null : this.dice.one([HOUR, 2 * HOUR, 4 * HOUR])
    this.witness = new HistoryWitness(this.runner, this.far)
    const programs = APPLETS.filter((id) => id === 1 || this.dice.chance(0.8)).map((id) => anyProgram(id, this.dice, 1))
    const plan = this.dice.chance(0.6) ? [...PRO] : []
    this.#snapshot = aSnapshot(1, programs, { subscriptions: plan, accounts: this.#accounts() })
    this.#older = this.#snapshot
    this.runner.sync(this.#snapshot)
  }

  async play(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      await this.#step()
      if (!this.witness.isAlarmSet) await this.clock.runUntil(this.clock.now)
      this.witness.expectSound()
    }
    const last = await this.#becomeQuiet()
    this.witness.expectTruth(last)
  }

  async #step(): Promise<void> {
    const { dice, far } = this
    const kind = dice.oneOf(KINDS) ?? 'time'
    // Mostly what has begun comes to its next request first; a stop always finds it there.
    if (kind === 'cancel' || dice.chance(0.7)) await this.clock.runUntil(this.clock.now)
    this.trace(`${new Date(this.clock.now).toISOString()} ${kind}`)
    switch (kind) {
      case 'event':
        return this.#send()
      case 'item':
        return this.#publish()
      case 'kill':
        this.runner.kill()
        if (dice.chance(0.5)) this.#safely(() => this.runner.engine.startOverdue())
        return
      case 'trouble':
        far.troubles = [dice.one(TROUBLES), dice.one(TROUBLES), 'healthy']
        return
      case 'healthy':
        far.troubles = ['healthy']
        return
      case 'edit':
        return this.#edit()
      case 'an older sync':
        return this.#safely(() => this.runner.sync(this.#older))
      case 'turn off':
        return this.#turnOff()
      case 'turn on':
        return this.#turnOn()
      case 'change the plan':
        return this.#changePlan()
      case 'break the account':
        far.tokens.clear()
        return
      case 'reconnect':
        return this.#reconnect()
      case 'pause':
        return this.#config({ paused_until: dice.chance(0.5) ? this.clock.now + dice.below(HOUR) : null })
      case 'switch the service off':
        this.#off = true
        this.clock.at(this.clock.now + dice.below(10 * MINUTE), () => (this.#off = false))
        return
      case 'fail the disk':
        this.runner.storage.failsIn = dice.below(30)
        return
      case 'move the clock':
        return this.#moveClock()
      case 'poke':
        return this.#safely(() => this.runner.change((memory) => pollSoon(memory, { account_id: 'account' })))
      case 'a long time':
        return this.#pass(dice.below(DAY / 2))
      case 'replay':
      case 'replay all':
      case 'cancel':
      case 'resolve':
      case 'again':
      case 'test':
        return this.#person(kind)
      case 'time':
        return this.#pass(dice.one([50, 2000, 20_000, 3 * MINUTE, HOUR]) * dice.roll())
    }
  }

  /** Lets time pass, sometimes with a kill in between. */
  async #pass(ms: number): Promise<void> {
    if (this.dice.chance(0.2)) {
      await this.clock.runUntil(this.clock.now + this.dice.below(3000))
      this.runner.kill()
    }
    await this.clock.runUntil(this.clock.now + Math.round(ms))
  }

  #send(): void {
    if (this.#events++ > MOST_EVENTS) return
    const { dice } = this
    const id = dice.chance(0.6) ? `event ${dice.below(12)}` : null
    const body = id !== null && dice.chance(0.1) ? 'another body' : `body of ${id ?? 'one'}`
    const large = 'x'.repeat(dice.chance(0.2) ? 1500 : 1)
    const target: HookEvent['target'] = dice.chance(0.3)
      ? { kind: 'maker', key_hash: 'maker', event: dice.one(['open', 'close']) }
      : { kind: 'applet', key_hash: `key ${this.#hooks() ?? dice.one([1, 2, 3, 4])}` }
    const event = aRequest(0, { target, event_id: id, body_hash: body, ingredients: { Value1: `${body} ${large}` } })
    const sends = dice.chance(0.2) ? 3 : 1
    for (let n = 0; n < sends; n++) this.#safely(() => this.witness.noteAnswer(event, this.runner.accept(event)))
  }

  /** An Applet that a request can reach, if there is one. */
  #hooks(): number | undefined {
    const { programs } = this.#snapshot
    const reached = programs.filter(({ branches }) => branches.some(({ trigger }) => trigger.slug === 'request'))
    return this.dice.oneOf(reached)?.applet_id
  }

  #publish(): void {
    if (this.#events++ > MOST_EVENTS) return
    const stream = this.dice.one(['a', 'b'])
    const count = this.dice.one([1, 1, 2, 5])
    for (let n = 0; n < count; n++) {
      const id = `item ${this.far.streams.get(stream)?.length ?? 0}`
      this.far.publish(stream, { id, at: this.clock.now, ingredients: { Value1: id } })
      this.witness.notePublished(stream, id)
    }
    if (this.dice.chance(0.3)) {
      const identity = `items:${stream}:`
      this.#safely(() => this.runner.change((memory) => pollSoon(memory, { identity })))
    }
  }

  #edit(): void {
    const programs = [...this.#snapshot.programs]
    const index = this.dice.below(programs.length)
    const old = programs[index]
    if (!old) return
    const made = anyProgram(old.applet_id, this.dice, ++this.#version)
    // Most edits change the steps and keep the trigger.
    const branches =
      this.dice.chance(0.8) && made.branches.length === old.branches.length
        ? made.branches.map((branch, at) => ({ ...branch, trigger: old.branches[at]?.trigger ?? branch.trigger }))
        : made.branches
    programs[index] = { ...made, branches, enabled_at: old.enabled_at }
    this.#programs(programs)
  }

  #turnOff(): void {
    const off = this.dice.oneOf(this.#snapshot.programs)
    if (off) this.#programs(this.#snapshot.programs.filter((program) => program !== off))
  }

  #turnOn(): void {
    const { programs } = this.#snapshot
    const id = this.dice.oneOf(APPLETS.filter((each) => programs.every(({ applet_id }) => applet_id !== each)))
    if (id === undefined) return
    this.#programs([...programs, { ...anyProgram(id, this.dice, ++this.#version), enabled_at: this.clock.now }])
  }

  #changePlan(): void {
    const subscriptions = this.dice.chance(0.6) ? [...PRO] : []
    const programs = this.#snapshot.programs.map((program) => ({ ...program, running: this.dice.chance(0.8) }))
    this.#config({ subscriptions, programs })
  }

  #reconnect(): void {
    this.#account.token = `token ${++this.#account.version}`
    this.#account.broken = false
    this.far.tokens.add(this.#account.token)
    this.#config({ accounts: this.#accounts() })
  }

  #accounts(): RunnerSnapshot['accounts'] {
    return [{ id: 'account', module_name: 'bank', name: 'Me', status: this.#account.broken ? 'broken' : 'connected' }]
  }

  #programs(programs: Program[]): void {
    this.#config({ programs })
  }

  /** What the database says now, and mostly a sync; without it, the sweeper comes within a minute. */
  #config(change: Partial<RunnerSnapshot>): void {
    this.#older = this.#snapshot
    this.#snapshot = { ...this.#snapshot, ...change, wanted: this.#snapshot.wanted + 1 }
    const sync = () => this.#safely(() => this.runner.sync(this.#snapshot))
    if (this.dice.chance(0.7)) sync()
    else this.clock.at(this.clock.now + this.dice.below(MINUTE), sync)
  }

  /** Moves the clock when nothing is under way; a call takes as long as it takes. */
  async #moveClock(): Promise<void> {
    for (let n = 0; n < 30 && this.far.open > 0; n++) await this.clock.runUntil(this.clock.now + 1000)
    this.clock.shift(this.dice.chance(0.5) ? this.dice.below(DAY) : -this.dice.below(DAY))
    this.#safely(() => this.runner.engine.ring())
  }

  #person(kind: 'replay' | 'replay all' | 'cancel' | 'resolve' | 'again' | 'test'): void {
    const { dice, runner, witness } = this
    const ended = witness.runs("state in ('failed', 'unsure')")
    const open = dice.oneOf(witness.runs('ended_at is null'))
    const picked = dice.oneOf(ended)
    const any = dice.oneOf(witness.runs('true'))
    switch (kind) {
      case 'replay':
        return this.#replay(picked ? [picked] : [])
      case 'replay all':
        return this.#replay(ended)
      case 'cancel':
        if (!open) return
        return this.#safely(() => {
          const before = this.far.requests.length
          runner.change((memory) => cancelOpenRuns(memory, { seqs: [open.seq] }, 'You stopped it.'))
          witness.noteCancelled(open, before)
        })
      case 'resolve':
        // A disk that fails shows no page, so nothing is answered.
        return this.#safely(() => this.#resolve(dice.oneOf(witness.runs("state = 'unsure'"))))
      case 'again':
        return this.#safely(() => any && runner.change((memory) => runAgain(memory, encodeRunId(any))))
      case 'test':
        return this.#safely(() => runner.change((memory) => runTest(memory, dice.one([1, 2, 3, 4]))))
    }
  }

  #replay(runs: RunRow[]): void {
    const as_it_was = this.dice.chance(0.5)
    for (const run of runs) this.witness.noteReplayed(run)
    this.#safely(() => this.runner.change((memory) => replayRuns(memory, { runs: runs.map(encodeRunId), as_it_was })))
  }

  #resolve(run: RunRow | undefined): void {
    const steps = run && readRun(this.runner.memory, encodeRunId(run))?.steps
    const step = steps?.find(({ kind, state }) => kind === 'action' && state === 'unsure')
    if (!run || step?.position == null) return
    const { position } = step
    const answer = this.dice.chance(0.5) ? 'it_did' : 'do_it_again'
    this.witness.noteResolved(run, position, answer)
    this.#safely(() => this.runner.change((memory) => resolveUnsure(memory, encodeRunId(run), position, answer)))
  }

  /** Everything works, the plan has room, all questions are answered, and enough time passes. */
  async #becomeQuiet(): Promise<number> {
    this.trace('quiet')
    this.runner.storage.failsIn = null
    this.far.troubles = ['healthy']
    this.far.fresh_for = 12 * HOUR
    this.#off = false
    this.#reconnect()
    const programs = this.#snapshot.programs.map((program) => ({ ...program, running: true }))
    this.#config({ subscriptions: [...PRO], paused_until: null, programs })
    this.runner.sync(this.#snapshot)
    this.runner.change((memory) => {
      for (const { applet_id } of programs) pollSoon(memory, { applet_id })
    })
    await this.clock.runUntil(this.clock.now + MINUTE)
    const last = this.witness.runs('true').at(-1)?.seq ?? 0
    for (let round = 0; round < 60; round++) {
      await this.clock.runUntil(Math.max(this.clock.now + MINUTE, this.witness.nextDue() ?? 0))
      await this.clock.runUntil(this.clock.now + MINUTE)
      this.witness.expectSound()
      this.#answerQuestions()
      if (this.witness.runs(`ended_at is null and seq <= ${last}`).length === 0) break
    }
    return last
  }

  #answerQuestions(): void {
    for (const { applet_id } of this.witness.runs("hold = 'reconnected'"))
      this.runner.change((memory) =>
        setHeld(memory, applet_id, 'reconnected', { state: 'ready', hold: null, due: this.clock.now }),
      )
    const unsure = this.dice.oneOf(this.witness.runs("state = 'unsure'"))
    if (this.dice.chance(0.5)) this.#resolve(unsure)
  }

  /** What a failing disk interrupts is the caller's to repeat. */
  #safely(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      this.trace(`  ${String(error)}`)
    }
  }
}
