import { MINUTE } from '../../../../contract/shared/durations.ts'
import type { Program, ProgramChange, RunnerSnapshot, ServiceFile } from '../../../../system/runner-api/program.ts'
import { anyProgram, aSnapshot, bankAccount, PRO } from '../applet-makers.ts'
import type { FarSide } from '../far-side.ts'
import type { Dice } from '../../../../testing/dice.ts'
import type { SimulatedClock } from '../../../../testing/simulated-clock.ts'

const APPLETS = [1, 2, 3, 4]

/**
 * `sync` gives the Runner a snapshot, `tell` the program of one Applet, and says whether it took that; a disk that fails
 * is its own to bear.
 */
type Surroundings = {
  /** Of services that are not ours. */
  service_files: ServiceFile[]
  dice: Dice
  clock: SimulatedClock
  far: FarSide
  sync: (snapshot: RunnerSnapshot) => void
  tell: (change: ProgramChange) => boolean
}

/** The database's view of the user of a history: their plan, their Applets and their account at the bank. */
export class HistoryConfig {
  readonly #in: Surroundings
  readonly #account = { token: 'token 0', version: 0, broken: false }
  #snapshot: RunnerSnapshot
  #older: RunnerSnapshot
  #version = 1

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
    const { dice, far, service_files } = surroundings
    far.tokens.add(this.#account.token)
    const programs = APPLETS.filter((id) => id === 1 || dice.chance(0.8)).map((id) => anyProgram(id, dice, 1))
    const subscriptions = dice.chance(0.6) ? [...PRO] : []
    this.#snapshot = aSnapshot(1, programs, { subscriptions, service_files, ...this.#accounts() })
    this.#older = this.#snapshot
  }

  get snapshot(): RunnerSnapshot {
    return this.#snapshot
  }

  /** The snapshot before the last change. */
  get older(): RunnerSnapshot {
    return this.#older
  }

  /** The account's access, as the Runner is given it. */
  get access() {
    const { broken, token, version } = this.#account
    return broken ? ({ kind: 'broken' } as const) : ({ kind: 'token', token, credentials: {}, version } as const)
  }

  /** An Applet that a request can reach, if there is one. */
  anyHook(): number | undefined {
    const { programs } = this.#snapshot
    const reached = programs.filter(({ branches }) => branches.some(({ trigger }) => trigger.slug === 'request'))
    return this.#in.dice.oneOf(reached)?.applet_id
  }

  editApplet(): void {
    const { dice } = this.#in
    const programs = [...this.#snapshot.programs]
    const index = dice.below(programs.length)
    const old = programs[index]
    if (!old) return
    const made = anyProgram(old.applet_id, dice, ++this.#version)
    // Most edits change the steps and keep the trigger.
    const branches =
      dice.chance(0.8) && made.branches.length === old.branches.length
        ? made.branches.map((branch, at) => ({ ...branch, trigger: old.branches[at]?.trigger ?? branch.trigger }))
        : made.branches
    programs[index] = { ...made, branches, enabled_at: old.enabled_at }
    this.#press(old.applet_id, programs)
  }

  turnAppletOff(): void {
    const { programs } = this.#snapshot
    const off = this.#in.dice.oneOf(programs)
    if (!off) return
    this.#press(
      off.applet_id,
      programs.filter((program) => program !== off),
    )
  }

  turnAppletOn(): void {
    const { dice, clock } = this.#in
    const { programs } = this.#snapshot
    const id = dice.oneOf(APPLETS.filter((each) => programs.every(({ applet_id }) => applet_id !== each)))
    if (id === undefined) return
    const program: Program = { ...anyProgram(id, dice, ++this.#version), enabled_at: clock.now }
    this.#press(id, [...programs, program])
  }

  changePlan(): void {
    const { dice } = this.#in
    const subscriptions = dice.chance(0.6) ? [...PRO] : []
    const programs = this.#snapshot.programs.map((program) => ({ ...program, running: dice.chance(0.8) }))
    this.#change({ subscriptions, programs })
  }

  /** The Runner lacks something: the sweeper tells it again. */
  tellAgain(): void {
    this.#change({})
  }

  pauseEverything(until: number | null): void {
    this.#change({ paused_until: until })
  }

  reconnect(): void {
    this.#account.token = `token ${++this.#account.version}`
    this.#account.broken = false
    this.#in.far.tokens.add(this.#account.token)
    this.#change(this.#accounts())
  }

  /** The Runner says that this version of the token is refused. Returns whether it is still the present one. */
  markBroken(version: number): boolean {
    if (version !== this.#account.version) return false
    this.#account.broken = true
    this.#change(this.#accounts())
    return true
  }

  /** The plan has room for everything, and nothing is paused. Returns the Applets that are on. */
  allowEverything(): readonly Program[] {
    const programs = this.#snapshot.programs.map((program) => ({ ...program, running: true }))
    this.#change({ subscriptions: [...PRO], paused_until: null, programs })
    return programs
  }

  #accounts(): Pick<RunnerSnapshot, 'accounts'> {
    return bankAccount(this.#account.broken ? 'broken' : 'connected')
  }

  /** Changes the database, mostly with a sync; without one, the sweeper comes within a minute. */
  #change(change: Partial<RunnerSnapshot>): void {
    this.#write(change)
    this.#nowOrLater(() => this.#sync())
  }

  /**
   * Changes one Applet, and tells its program alone: sometimes late, twice or never. What the Runner did not take, it is
   * told with everything.
   */
  #press(applet_id: number, programs: Program[]): void {
    const { dice, service_files } = this.#in
    const before = this.#snapshot.wanted
    this.#write({ programs })
    const program = programs.find((each) => each.applet_id === applet_id) ?? null
    const change = { before, wanted: this.#snapshot.wanted, applet_id, program, service_files }
    const times = dice.one([0, 1, 1, 1, 1, 2])
    if (times === 0) this.#later(() => this.#sync())
    for (let n = 0; n < times; n++) {
      this.#nowOrLater(() => {
        if (!this.#in.tell(change)) this.#sync()
      })
    }
  }

  #write(change: Partial<RunnerSnapshot>): void {
    this.#older = this.#snapshot
    this.#snapshot = { ...this.#snapshot, ...change, wanted: this.#snapshot.wanted + this.#in.dice.one([1, 1, 1000]) }
  }

  #sync(): void {
    this.#in.sync(this.#snapshot)
  }

  #nowOrLater(work: () => void): void {
    if (this.#in.dice.chance(0.7)) work()
    else this.#later(work)
  }

  #later(work: () => void): void {
    const { dice, clock } = this.#in
    clock.at(clock.now + dice.below(MINUTE), work)
  }
}
