import type { DraftWhen } from '../../../contract/drafts/draft.ts'
import type { RunDetail, RunState } from '../../../contract/runs/applet-run.ts'
import type { Program, ProgramChange, RunnerSnapshot, ServiceFile } from '../../../system/runner-api/program.ts'
import type { AcceptAnswer, HookEvent } from '../../../system/runner-api/runner-api.ts'
import type { RunnableService } from '../../steps/service-steps.ts'
import { readRun } from '../read/read-run.ts'
import type { RunRow } from '../store/runs.ts'
import type { Subscription } from '../store/subscriptions.ts'
import { encodeRunId } from '../world/ulid.ts'
import { aBranch, aProgram, aRequest, aSnapshot, aStep, hookTrigger } from './applet-makers.ts'
import { FarSide, type Trouble } from './far-side.ts'
import { FAR_SERVICES } from './far-services.ts'
import { Dice } from '../../../testing/dice.ts'
import { SimulatedClock } from '../../../testing/simulated-clock.ts'
import { SimulatedRunner } from './simulated-runner.ts'

export const NOON = Date.UTC(2026, 2, 10, 12)

/** An Applet from a hook to one action of the kind. */
export function hookApplet(slug: string, more: Partial<Program> = {}, applet_id = 1): Program {
  return aProgram(applet_id, [aBranch(hookTrigger(), [aStep(1, slug, { text: '{{Value1}}' })])], more)
}

/** Acts at a bank, with the user's account there. */
export const bankApplet = aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key', {}, 'account')])])

/** A Runner with its surroundings, for one fact. */
export class Scene {
  readonly clock = new SimulatedClock(NOON)
  readonly far: FarSide
  readonly runner: SimulatedRunner
  /** Services that the operator has switched off. */
  readonly off = new Set<string>()
  /** The state of an account's access; `away` for a database that does not answer. */
  account: 'connected' | 'broken' | 'away' = 'connected'
  host_delay = 0
  /** What D1 has as the code of every version; `away` for a database that does not answer. */
  when: DraftWhen | null | 'away' = null
  /** How often D1 was asked for it. */
  asked_for_when = 0
  /** How long the app's own limit asks to wait, in ms. */
  call_wait = 0
  /** For how long each 429 emptied the leases, in ms. */
  readonly emptied: number[] = []
  #snapshot: RunnerSnapshot

  constructor(
    programs: Program[],
    more: Partial<RunnerSnapshot> & {
      paced?: boolean
      losesAlarm?: () => boolean
      services?: Record<string, RunnableService>
    } = {},
  ) {
    const { paced = false, losesAlarm = () => false, services = {}, ...settings } = more
    const dice = new Dice(7)
    this.far = new FarSide(this.clock, dice)
    this.far.tokens.add('token')
    const account = async () => {
      const { account: kind } = this
      return kind === 'connected'
        ? ({ kind: 'token', token: 'token', credentials: {}, version: 1 } as const)
        : ({ kind } as const)
    }
    this.runner = new SimulatedRunner({
      clock: this.clock,
      random: dice.roll,
      services: { ...FAR_SERVICES, ...services },
      fetch: this.far.fetch,
      account,
      markBroken: async () => {
        this.account = 'broken'
        return true
      },
      isServiceOff: async (module_name) => this.off.has(module_name),
      readWhen: async () => {
        this.asked_for_when += 1
        if (this.when === 'away') throw new Error('The database is away.')
        return this.when
      },
      hostDelay: async () => this.host_delay,
      takeCall: async () => this.call_wait,
      emptyLeases: (_, retry_after) => void this.emptied.push(retry_after),
      paced,
      losesAlarm,
    })
    this.#snapshot = aSnapshot(1, programs, settings)
    this.runner.sync(this.#snapshot)
  }

  /** Changes what the database says, and applies it at once. */
  sync(change: Partial<RunnerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change, wanted: this.#snapshot.wanted + 1 }
    this.runner.sync(this.#snapshot)
  }

  /** Changes one Applet in the database, and tells its program alone. Null turns it off. */
  tell(applet_id: number, program: Program | null, service_files: ServiceFile[] = []): string[] | null {
    const change = this.press(applet_id, program, service_files)
    return this.runner.tell(change)
  }

  /** The same, of which the Runner hears nothing yet. */
  press(applet_id: number, program: Program | null, service_files: ServiceFile[] = []): ProgramChange {
    const { wanted: before, programs } = this.#snapshot
    const others = programs.filter((each) => each.applet_id !== applet_id)
    this.#snapshot = { ...this.#snapshot, programs: program ? [...others, program] : others, wanted: before + 1 }
    return { before, wanted: before + 1, applet_id, program, service_files }
  }

  send(more: Partial<HookEvent> = {}): AcceptAnswer {
    return this.runner.accept(aRequest(1, more))
  }

  async pass(ms: number): Promise<void> {
    await this.clock.runUntil(this.clock.now + ms)
  }

  /** Sends one request while the far side answers so, and lets time pass. Returns the run's state. */
  async meet(script: Trouble[], ms: number): Promise<RunState | undefined> {
    this.far.script = [...script]
    this.send()
    await this.pass(ms)
    return this.runs().at(-1)?.state
  }

  runs(): RunRow[] {
    return this.runner.storage.peek<RunRow>('select * from run order by seq')
  }

  states(): RunState[] {
    return this.runs().map(({ state }) => state)
  }

  /** Lists the hold of each run; null where there is none. */
  holds(): RunRow['hold'][] {
    return this.runs().map(({ hold }) => hold)
  }

  ids(): string[] {
    return this.runs().map(encodeRunId)
  }

  /** A run as its page shows it, the newest by default. */
  page(index = -1): RunDetail | null {
    return readRun(this.runner.memory, this.ids().at(index) ?? '')
  }

  subscription(): Pick<Subscription, 'id' | 'next_due' | 'note' | 'fails'> & { missed: string } {
    const [row] = this.runner.storage.peek<
      Pick<Subscription, 'id' | 'next_due' | 'note' | 'fails'> & { missed: string }
    >('select id, next_due, note, fails, missed from subscription')
    if (!row) throw new Error('There is no subscription.')
    return row
  }

  publish(id: string): void {
    this.far.publish('a', { id, at: this.clock.now, ingredients: { Value1: id } })
  }

  keys(): string[] {
    return this.far.effects.map(({ key }) => key)
  }
}
