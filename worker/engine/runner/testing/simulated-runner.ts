import { AsyncLocalStorage } from 'node:async_hooks'
import { isSealedSecret, sealedText } from '../../../system/secrets/field-secret.ts'
import type { Program, ProgramChange, RunnerSnapshot } from '../../../system/runner-api/program.ts'
import type { AcceptAnswer, HookEvent } from '../../../system/runner-api/runner-api.ts'
import type { SourceTell, TellAnswer } from '../../../system/runner-api/source-api.ts'
import type { RunnableService, StepIo } from '../../steps/service-steps.ts'
import { applyChange } from '../config/apply-change.ts'
import { applySnapshot } from '../config/apply-snapshot.ts'
import { Engine } from '../engine.ts'
import { loadMemory, newMemory } from '../store/stored-memory.ts'
import { takeTell } from '../triggers/follow-source.ts'
import { acceptEvent } from '../triggers/accept-event.ts'
import { acceptRequest } from '../triggers/accept-request.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { FailedRun, RunnerWorld } from '../world/world.ts'
import { readService } from '../../../services/known-services.ts'
import type { SimulatedClock } from '../../../testing/simulated-clock.ts'
import { CallPlaces } from '../../../system/call-places/call-places.ts'
import { inPlaces } from '../../../system/outbound/in-places.ts'
import { SimulatedStorage } from './simulated-storage.ts'
import { sixAtOnce } from './six-at-once.ts'

/** The surroundings of a simulated Runner; a part that is left out works. */
type Surroundings = Pick<RunnerWorld, 'random' | 'account'> &
  Partial<
    Pick<
      RunnerWorld,
      | 'readService'
      | 'readWhen'
      | 'askForSync'
      | 'accountHooks'
      | 'refreshAccount'
      | 'markBroken'
      | 'isServiceOff'
      | 'hostDelay'
      | 'takeCall'
      | 'emptyLeases'
      | 'followSource'
      | 'unfollowSource'
      | 'paced'
    >
  > & {
    clock: SimulatedClock
    services: Record<string, RunnableService>
    /** The guarded fetch of steps. */
    fetch: StepIo['fetch']
    /** Where the API of a service is. */
    address?: (module_name: string) => string
    /** Whether the platform forgets to ring an alarm that was set for now. */
    losesAlarm?: () => boolean
  }

const NO_HOOK = { address: '', secret: '' }

/** An alarm handler that threw is called again so much later, in ms. */
const ALARM_RETRY = 2000

/** A Runner over simulated storage and time: it can be killed between any two steps and started again. */
export class SimulatedRunner {
  readonly storage = new SimulatedStorage()
  readonly told: FailedRun[] = []
  /** Whether notices cannot be sent now. */
  mute = false
  readonly ran: string[] = []
  readonly paused: string[] = []
  readonly silent: string[] = []
  readonly failed_looks: string[] = []
  readonly late: string[] = []
  /** How many calls each ring of the alarm has begun, as the platform counts them. */
  readonly calls_of_rings: number[] = []
  readonly #ring = new AsyncLocalStorage<number>()
  /** How runs ended, and how many, as they are recorded. */
  readonly ended: string[] = []
  readonly logged: string[] = []
  /** How often it has asked to be synced. */
  asked_for_sync = 0
  #alarm: number | null = null
  #boot = 0
  #memory: RunnerMemory | null = null
  #engine: Engine | null = null
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
    this.#start()
  }

  get memory(): RunnerMemory {
    if (!this.#memory) throw new Error('The Runner was never synced.')
    return this.#memory
  }

  /** Whether it was told of its user. */
  get isTold(): boolean {
    return this.#memory !== null
  }

  /** What new runs take, in the order of the Applets. */
  programs(): Program[] {
    const programs = [...this.memory.programs.values()].map(({ program }) => program)
    return programs.toSorted((a, b) => a.applet_id - b.applet_id)
  }

  get engine(): Engine {
    if (!this.#engine) throw new Error('The Runner was never synced.')
    return this.#engine
  }

  /** When its alarm rings, in ms; null if none is set. */
  get alarm(): number | null {
    return this.#alarm
  }

  /** Ends this incarnation: its work never comes back, its rows and its alarm stay. */
  kill(): void {
    this.#boot += 1
    this.storage.failsIn = null
    this.#start()
    // A platform that starts again reads its alarms.
    if (this.#alarm !== null) this.#ringAt(this.#alarm)
  }

  sync(snapshot: RunnerSnapshot): number {
    this.#memory ??= newMemory(this.#world(), snapshot)
    this.#engine ??= new Engine(this.#memory)
    applySnapshot(this.memory, snapshot)
    this.#engine?.start()
    return this.memory.settings.wanted
  }

  /** Returns the identities that are left; null where it lacks something from before. */
  tell(change: ProgramChange): string[] | null {
    const left = this.#memory && applyChange(this.#memory, change)
    if (left) this.#engine?.start()
    return left
  }

  accept(event: HookEvent): AcceptAnswer {
    if (!this.#memory) return { kind: 'unknown' }
    const answer = acceptEvent(this.#memory, event)
    this.#engine?.begin()
    return answer
  }

  /** Takes a Source's message. A call to a killed incarnation fails. */
  async takeTell(tell: SourceTell): Promise<TellAnswer> {
    const boot = this.#boot
    if (!this.#memory) return { kind: 'unknown' }
    const answer = await takeTell(this.#memory, tell)
    if (boot !== this.#boot) throw new Error('The Runner was killed.')
    this.#engine?.start()
    return answer
  }

  /** Handles a request as the Durable Object does. */
  async receive(event: HookEvent): Promise<AcceptAnswer> {
    if (!this.#memory) return { kind: 'unknown' }
    const answer = await acceptRequest(this.#memory, event)
    this.#engine?.begin()
    return answer
  }

  /** Changes what a page or a service asks for, and starts what follows. */
  change<Answer>(work: (memory: RunnerMemory) => Answer): Answer {
    const answer = work(this.memory)
    this.#engine?.start()
    return answer
  }

  #start(): void {
    this.#memory = loadMemory(this.#world())
    this.#engine = this.#memory && new Engine(this.#memory)
  }

  #world(): RunnerWorld {
    const boot = this.#boot
    const around = this.#around
    const { clock, random, services, account, accountHooks } = around
    const alive = () => boot === this.#boot
    /** An answer that a killed incarnation waits for never comes. */
    const whileAlive = async <Value>(work: Promise<Value>): Promise<Value> => {
      const value = await work
      return alive() ? value : new Promise(() => {})
    }
    const sleep = (ms: number) => whileAlive(new Promise<void>((resolve) => clock.at(clock.now + ms, resolve)))
    const places = new CallPlaces(sleep)
    const send = inPlaces(places, sixAtOnce(clock, around.fetch))
    const done = () => Promise.resolve({ ok: true, value: null } as const)
    return {
      sql: (query, ...values) => {
        if (!alive()) throw new Error('A killed Runner wrote.')
        return this.storage.sql(query, ...values)
      },
      transaction: (work) => this.storage.transaction(work),
      now: () => clock.now,
      random,
      setAlarm: (at) => this.#setAlarm(at),
      boot: `boot ${boot}`,
      findOwnService: (module_name) => services[module_name] ?? null,
      readService: around.readService ?? readService,
      readWhen: (program) => whileAlive(around.readWhen?.(program) ?? Promise.resolve(null)),
      askForSync: () => {
        this.asked_for_sync += 1
        around.askForSync?.()
      },
      isServiceOff: (module_name) => whileAlive(around.isServiceOff?.(module_name) ?? Promise.resolve(false)),
      stepIo: ({ service: { module_name, base_url }, account_id, key, timezone }) => ({
        fetch: (...given) => {
          this.#countCall()
          return whileAlive(send(...given))
        },
        base_url: around.address?.(module_name) ?? base_url ?? 'https://far.test',
        key,
        timezone,
        now: clock.now,
        readSource: () => Promise.reject(new Error('No source is asked here.')),
        deliver: { notify: done, mail: done, digest: done },
        ...(accountHooks &&
          account_id !== null && { hook: async () => (await accountHooks(account_id))[0] ?? NO_HOOK }),
      }),
      places,
      account: (id) => whileAlive(account(id)),
      accountHooks: (id) => whileAlive(accountHooks?.(id) ?? Promise.resolve([])),
      refreshAccount: (id, tried) => whileAlive(around.refreshAccount?.(id, tried) ?? account(id)),
      markBroken: (id, tried) => whileAlive(around.markBroken?.(id, tried) ?? Promise.resolve(true)),
      // Sealed is what has the prefix.
      openSecrets: (fields) =>
        whileAlive(
          Promise.resolve(
            Object.fromEntries(
              Object.entries(fields).map(([slug, text]) => [slug, isSealedSecret(text) ? sealedText(text) : text]),
            ),
          ),
        ),
      followSource: (request) =>
        whileAlive(around.followSource?.(request) ?? Promise.reject(new Error('There is no Source.'))),
      unfollowSource: (address, identity) =>
        around.unfollowSource?.(address, identity) ?? Promise.reject(new Error('There is no Source.')),
      sourceTimes: () => Promise.resolve({ last_checked: null, next_check: null }),
      hostDelay: (hosts) => whileAlive(around.hostDelay?.(hosts) ?? Promise.resolve(0)),
      takeCall: (...given) => whileAlive(around.takeCall?.(...given) ?? Promise.resolve(0)),
      emptyLeases: (...given) => around.emptyLeases?.(...given),
      reportHost: () => {},
      recordEnded: (outcome, runs) => void this.ended.push(`${outcome} ${runs}`),
      saveCounts: () => Promise.resolve(),
      tellFailures: async (failed) => {
        if (this.mute) throw new Error('The database is away.')
        this.told.push(...failed)
      },
      tellRan: async ({ run_id }) => void this.ran.push(run_id),
      tellPaused: async ({ name, why }) => void this.paused.push(`${name}: ${why}`),
      tellSilent: async ({ name }) => void this.silent.push(name),
      tellLookFailed: async ({ name, message }) => void this.failed_looks.push(`${name}: ${message}`),
      tellLate: async ({ name, late }) => void this.late.push(`${name}: ${late}`),
      spawn: (work) => void work.catch((error: unknown) => this.logged.push(String(error))),
      sleep,
      log: (event, fields) => void this.logged.push(`${event} ${JSON.stringify(fields)}`),
      calls_a_turn: 40,
      paced: around.paced ?? false,
    }
  }

  #countCall(): void {
    const ring = this.#ring.getStore()
    if (ring !== undefined) this.calls_of_rings[ring] = (this.calls_of_rings[ring] ?? 0) + 1
  }

  #setAlarm(at: number): void {
    this.#alarm = at
    const { clock, losesAlarm } = this.#around
    if (at > clock.now || !losesAlarm?.()) this.#ringAt(at)
  }

  #ringAt(at: number): void {
    const { clock } = this.#around
    clock.at(Math.max(at, clock.now), () => {
      if (this.#alarm !== at) return
      this.#alarm = null
      try {
        this.#ring.run(this.calls_of_rings.length, () => {
          this.calls_of_rings.push(0)
          this.#engine?.ring()
        })
      } catch (error) {
        this.logged.push(String(error))
        if (this.#alarm === null) this.#setAlarm(clock.now + ALARM_RETRY)
      }
    })
  }
}
