import { DurableObject } from 'cloudflare:workers'
import type { MovableClock } from '../../system/context/movable-clock.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import type {
  FollowAnswer,
  FollowRequest,
  HubPush,
  HubVerification,
  SourceAddress,
  SourceApi,
  SourceTimes,
} from '../../system/runner-api/source-api.ts'
import type { StepOutcome, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { CallLeases } from '../runner/ports/call-leases.ts'
import { HostBreakers } from '../runner/ports/host-breakers.ts'
import type { MakeObjectParts } from '../steps/services-port.ts'
import { sourceWorld } from './world/real-source-world.ts'
import { SourceCalls } from './source-calls.ts'

/**
 * Something public that is read once for everyone who follows it: a feed, a cell of weather, a site. A Durable
 * Object, so that its items, its followers and its alarm survive a crash; `worker/app` gives it the rest of the Worker.
 */
export abstract class SourceObject extends DurableObject<RunnerEnv> implements SourceApi {
  readonly #clock: MovableClock
  readonly #calls: SourceCalls

  constructor(state: DurableObjectState, env: RunnerEnv, make: MakeObjectParts) {
    super(state, env)
    const { ctx, services, clock } = make(env)
    this.#clock = clock
    // All readings of one Source count as one user's: a Source alone never opens a breaker.
    const breakers = new HostBreakers(env, () => state.id.toString())
    this.#calls = new SourceCalls(sourceWorld({ state, breakers, leases: new CallLeases(env), ctx, services, clock }))
  }

  /** Rings whenever the next thing is due. Never throws: a handler that throws too often is dropped by the platform. */
  override async alarm(): Promise<void> {
    await this.#clock.refresh()
    this.#calls.ring()
  }

  /** Runners are woken when the clock is moved, and then say that they follow. */
  async follow(request: FollowRequest): Promise<FollowAnswer> {
    await this.#clock.refresh()
    return this.#calls.follow(request)
  }

  async unfollow(runner_id: string, identity: string): Promise<void> {
    this.#calls.unfollow(runner_id, identity)
  }

  async read(address: SourceAddress): Promise<StepOutcome<TriggerItem[]>> {
    return this.#calls.read(address)
  }

  async times(): Promise<SourceTimes> {
    return this.#calls.times()
  }

  async verifyHub(secret: string, verification: HubVerification): Promise<string | null> {
    return this.#calls.verifyHub(secret, verification)
  }

  async takePush(secret: string, push: HubPush): Promise<boolean> {
    return this.#calls.takePush(secret, push)
  }
}
