import * as fc from 'fast-check'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import type { ProgramChange, RunnerSnapshot, ServiceFile } from '../../../../system/runner-api/program.ts'
import type { HookEvent } from '../../../../system/runner-api/runner-api.ts'
import { saveAddedServices } from '../../store/added-services.ts'
import { pollSoon } from '../../triggers/next-poll.ts'
import { aRequest } from '../applet-makers.ts'
import { FarSide, TROUBLES } from '../far-side.ts'
import { FAR_SERVICES } from '../far-services.ts'
import { HistoryConfig } from './history-config.ts'
import { HistoryPerson } from './history-person.ts'
import { HistoryWitness } from './history-witness.ts'
import { Dice } from '../../../../testing/dice.ts'
import { SimulatedClock } from '../../../../testing/simulated-clock.ts'
import { SimulatedRunner } from '../simulated-runner.ts'

const START = Date.UTC(2026, 2, 28)
const MOST_EVENTS = 40

/** Where the far side's services are not ours: `readService` knows them by their names. */
const ADDED: ServiceFile[] = Object.keys(FAR_SERVICES).map((module_name) => ({ module_name, version: 1, file: '' }))

/** The possible next events, and how often each comes. */
const WEIGHTS = {
  event: 6,
  item: 3,
  time: 4,
  kill: 2,
  trouble: 2,
  healthy: 1,
  edit: 1,
  'a Runner of before': 1,
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

/** The events of one history: 30 on average. */
export const anyHappenings = fc.noBias(fc.array(fc.constantFrom(...KINDS), { maxLength: 60, size: 'max' }))

/**
 * One life of a Runner: what its senders, services, user and machine do to it. `seed`: of all that is chance besides its
 * events.
 */
export class History {
  readonly dice: Dice
  readonly clock = new SimulatedClock(START)
  readonly far: FarSide
  readonly runner: SimulatedRunner
  readonly witness: HistoryWitness
  readonly #config: HistoryConfig
  readonly #person: HistoryPerson
  #events = 0
  #off = false

  readonly trace: (line: string) => void

  constructor(seed: number, trace: (line: string) => void) {
    this.trace = trace
    this.dice = new Dice(seed)
    this.far = new FarSide(this.clock, this.dice)
    const access = async () => this.#config.access
    const are_added = this.dice.chance(0.3)
    const lost_rings = this.dice.one([0, 0, 0.3])
    this.runner = new SimulatedRunner({
      clock: this.clock,
      random: this.dice.roll,
      services: are_added ? {} : FAR_SERVICES,
      readService: ({ module_name }) => FAR_SERVICES[module_name] ?? null,
      askForSync: () => this.#config.tellAgain(),
      fetch: this.far.fetch,
      account: async () => (this.dice.chance(this.#off ? 0.2 : 0) ? { kind: 'away' } : access()),
      refreshAccount: access,
      markBroken: async (_, tried) => this.#config.markBroken(tried),
      isServiceOff: async () => this.#off,
      paced: this.dice.chance(0.5),
      losesAlarm: () => this.dice.chance(lost_rings),
    })
    this.far.fresh_for = this.dice.chance(0.1) ? null : this.dice.one([HOUR, 2 * HOUR, 4 * HOUR])
    this.witness = new HistoryWitness(this.runner, this.far)
    const { dice, clock, far, runner, witness } = this
    const safely = (work: () => unknown) => this.#safely(work)
    const service_files = are_added ? ADDED : []
    const sync = (snapshot: RunnerSnapshot) =>
      safely(() => {
        runner.sync(snapshot)
        runner.change((memory) => saveAddedServices(memory, [...memory.lacking], service_files))
        witness.noteTold()
      })
    const tell = (change: ProgramChange) => {
      let isTaken = false
      safely(() => {
        isTaken = runner.tell(change) !== null
        witness.noteTold()
      })
      return isTaken
    }
    this.#config = new HistoryConfig({ dice, clock, far, service_files, sync, tell })
    this.#person = new HistoryPerson({ dice, runner, witness, safely })
    runner.sync(this.#config.snapshot)
  }

  async play(happenings: readonly Kind[]): Promise<void> {
    for (const kind of happenings) {
      await this.#happen(kind)
      if (!this.witness.isAlarmSet) await this.clock.runUntil(this.clock.now)
      this.witness.expectSound()
      this.witness.expectTold(this.#config.snapshot)
    }
    const last = await this.#becomeQuiet()
    this.witness.expectTruth(last)
  }

  async #happen(kind: Kind): Promise<void> {
    const { dice, far } = this
    // Mostly what has begun comes to its next request first.
    if (dice.chance(0.7)) await this.clock.runUntil(this.clock.now)
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
      case 'a Runner of before':
        this.runner.storage.peek('delete from added_service')
        return this.runner.kill()
      case 'trouble':
        far.troubles = [dice.one(TROUBLES), dice.one(TROUBLES), 'healthy']
        return
      case 'healthy':
        far.troubles = ['healthy']
        return
      case 'edit':
        return this.#config.editApplet()
      case 'an older sync':
        return this.#safely(() => this.runner.sync(this.#config.older))
      case 'turn off':
        return this.#config.turnAppletOff()
      case 'turn on':
        return this.#config.turnAppletOn()
      case 'change the plan':
        return this.#config.changePlan()
      case 'break the account':
        far.tokens.clear()
        return
      case 'reconnect':
        return this.#config.reconnect()
      case 'pause':
        return this.#config.pauseEverything(dice.chance(0.5) ? this.clock.now + dice.below(HOUR) : null)
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
        return this.#safely(() => this.runner.change((memory) => pollSoon(memory, { identity: 'items:a:account' })))
      case 'a long time':
        return this.#pass(dice.below(DAY / 2))
      case 'replay':
      case 'replay all':
      case 'cancel':
      case 'resolve':
      case 'again':
      case 'test':
        return this.#person.act(kind)
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
      : { kind: 'applet', key_hash: `key ${this.#config.anyHook() ?? dice.one([1, 2, 3, 4])}` }
    const event = aRequest(0, { target, event_id: id, body_hash: body, ingredients: { Value1: `${body} ${large}` } })
    const sends = dice.chance(0.2) ? 3 : 1
    for (let n = 0; n < sends; n++) this.#safely(() => this.witness.noteAnswer(event, this.runner.accept(event)))
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

  /** Moves the clock when nothing is under way; a call takes as long as it takes. */
  async #moveClock(): Promise<void> {
    for (let n = 0; n < 30 && this.far.open > 0; n++) await this.clock.runUntil(this.clock.now + 1000)
    this.clock.shift(this.dice.chance(0.5) ? this.dice.below(DAY) : -this.dice.below(DAY))
    this.#safely(() => this.runner.engine.ring())
  }

  /** Everything works, the plan has room, all questions are answered, and enough time passes. */
  async #becomeQuiet(): Promise<number> {
    this.trace('quiet')
    this.runner.storage.failsIn = null
    this.far.troubles = ['healthy']
    this.far.fresh_for = 12 * HOUR
    this.#off = false
    this.#config.reconnect()
    const programs = this.#config.allowEverything()
    this.runner.sync(this.#config.snapshot)
    this.runner.change((memory) => {
      for (const { applet_id } of programs) pollSoon(memory, { applet_id })
    })
    await this.clock.runUntil(this.clock.now + MINUTE)
    const last = this.witness.runs('true').at(-1)?.seq ?? 0
    for (let round = 0; round < 60; round++) {
      await this.clock.runUntil(Math.max(this.clock.now + MINUTE, this.witness.nextDue() ?? 0))
      await this.clock.runUntil(this.clock.now + MINUTE)
      this.witness.expectSound()
      this.#person.answerQuestions()
      if (this.witness.runs(`ended_at is null and seq <= ${last}`).length === 0) break
    }
    return last
  }

  /** Does work that a failing disk may interrupt; its repetition is the caller's. */
  #safely(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      this.trace(`  ${String(error)}`)
    }
  }
}
