import type {
  FollowAnswer,
  FollowRequest,
  HubVerification,
  SourceTell,
  TellAnswer,
} from '../../../../system/runner-api/source-api.ts'
import type { SourceDefinition, SourceIo } from '../../../steps/service-steps.ts'
import { SourceCalls } from '../../../sources/source-calls.ts'
import type { SourceWorld } from '../../../sources/world/source-world.ts'
import type { SimulatedClock } from '../../../../testing/simulated-clock.ts'
import { SimulatedStorage } from '../simulated-storage.ts'

type Surroundings = {
  clock: SimulatedClock
  definition: SourceDefinition
  fetch?: SourceIo['fetch']
  tell(runner_id: string, tell: SourceTell): Promise<TellAnswer>
}

const RUNG_AGAIN_AFTER = 2000

/** A Source over simulated storage and time: it can be killed before and after everything that it asks of others. */
export class SimulatedSource {
  storage = new SimulatedStorage()
  readonly logged: string[] = []
  /** Kills it at this question to others, before or after it is answered; counted from 1. */
  crash: { at: number; when: 'before' | 'after' } | null = null
  /** How many questions it has asked. */
  asked = 0
  /** How many of them each alarm began. */
  readonly turns: number[] = []
  /** How long it must wait before it may read, in ms. */
  delay = 0
  /** Whether its host answered, for each reading. */
  readonly reported: boolean[] = []
  #alarm: number | null = null
  #boot = 0
  #calls: SourceCalls
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
    this.#calls = new SourceCalls(this.#world())
  }

  get alarm(): number | null {
    return this.#alarm
  }

  follow(request: FollowRequest): Promise<FollowAnswer> {
    return this.#call(() => this.#calls.follow(request))
  }

  unfollow(runner_id: string, identity: string): Promise<void> {
    return this.#call(async () => this.#calls.unfollow(runner_id, identity))
  }

  verifyHub(secret: string, verification: HubVerification): string | null {
    return this.#calls.verifyHub(secret, verification)
  }

  takePush(secret: string, push: { body: ArrayBuffer; content_type: string; signature: string }): Promise<boolean> {
    return this.#call(() => this.#calls.takePush(secret, push))
  }

  /** Ends this incarnation: its work never comes back, its rows and its alarm stay. */
  kill(): void {
    this.#boot += 1
    this.storage.failsIn = null
    this.#calls = new SourceCalls(this.#world())
    if (this.#alarm !== null) this.#ringAt(this.#alarm)
  }

  /** A call to a Source that is killed meanwhile fails. */
  async #call<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const boot = this.#boot
    const killed = new Promise<never>((_, reject) =>
      this.#killed.push(() => reject(new Error('The Source was killed.'))),
    )
    const answer = await Promise.race([work(), killed])
    if (boot !== this.#boot) throw new Error('The Source was killed.')
    return answer
  }

  readonly #killed: (() => void)[] = []

  #world(): SourceWorld {
    const boot = this.#boot
    const { clock, definition, fetch } = this.#around
    const alive = () => boot === this.#boot
    const never = () => new Promise<never>(() => {})
    const ask = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      const here = ++this.asked === this.crash?.at ? this.crash.when : null
      if (this.turns.length > 0) this.turns.push((this.turns.pop() ?? 0) + 1)
      if (here === 'before') this.#crash()
      if (!alive()) return never()
      const value = await work()
      if (here === 'after') this.#crash()
      return alive() ? value : never()
    }
    return {
      source_id: 'source',
      sql: (query, ...values) => {
        if (!alive()) throw new Error('A killed Source wrote.')
        return this.storage.sql(query, ...values)
      },
      transaction: (work) => this.storage.transaction(work),
      now: () => clock.now,
      setAlarm: (at) => {
        // It may be killed in the middle of what it does.
        if (!alive()) return
        this.#alarm = at
        this.#ringAt(at)
      },
      token: () => `token ${clock.now} ${this.asked}`,
      findSource: () => ({
        definition: { ...definition, read: (...given) => ask(() => definition.read(...given)) },
        hosts: ['stream.test'],
        limit: null,
      }),
      io: () => ({
        fetch: (...given) => ask(() => fetch?.(...given) ?? Promise.reject(new Error('Nothing is fetched here.'))),
        base_url: '',
        now: clock.now,
        operator_key: null,
      }),
      delay: async () => this.delay,
      reportHost: (_, ok) => void this.reported.push(ok),
      tell: (runner_id, tell) => ask(() => this.#around.tell(runner_id, tell)),
      callbackAddress: (secret) => `https://site.test/websub/source/${secret}`,
      deleteAll: async () => {
        this.storage = new SimulatedStorage()
        this.#alarm = null
      },
      spawn: (work) => void work.catch((error: unknown) => alive() && this.logged.push(String(error))),
      sleep: (ms) => new Promise((resolve) => clock.at(clock.now + ms, () => alive() && resolve())),
      log: (event, fields) => void this.logged.push(`${event} ${JSON.stringify(fields)}`),
      calls_a_turn: 40,
    }
  }

  #crash(): void {
    this.crash = null
    this.kill()
    for (const tell of this.#killed.splice(0)) tell()
  }

  #ringAt(at: number): void {
    const { clock } = this.#around
    clock.at(Math.max(at, clock.now), () => {
      if (this.#alarm !== at) return
      this.#alarm = null
      this.turns.push(0)
      const boot = this.#boot
      this.#calls.ring()
      // The platform rings again where a handler died before it set an alarm.
      if (boot === this.#boot || this.#alarm !== null) return
      this.#alarm = clock.now + RUNG_AGAIN_AFTER
      this.#ringAt(this.#alarm)
    })
  }
}
