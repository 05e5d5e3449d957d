import type { FollowRequest, SourceTell, TellAnswer } from '../../../../system/runner-api/source-api.ts'
import type { RunnableService, SourcePage } from '../../../steps/service-steps.ts'
import type { Program, RunnerSnapshot } from '../../../../system/runner-api/program.ts'
import type { StepOutcome, TriggerItem } from '../../../../system/runner-api/step-outcome.ts'
import { aBranch, aProgram, aSnapshot, aStep, PRO } from '../applet-makers.ts'
import { FAR_SERVICES } from '../far-services.ts'
import { FarSide } from '../far-side.ts'
import { NOON } from '../scene.ts'
import { Dice } from '../../../../testing/dice.ts'
import { SimulatedClock } from '../../../../testing/simulated-clock.ts'
import { SimulatedRunner } from '../simulated-runner.ts'
import { SimulatedSource } from './simulated-source.ts'

const ADDRESS = { module_name: 'far', source: 'stream', fields: { stream: 'a' } }
const { far } = FAR_SERVICES
if (!far) throw new Error('There is no far service.')

/** An Applet from what is followed to one action with the item's text. */
export function followingApplet(id = 1, fields: Record<string, string> = {}): Program {
  const trigger = {
    ...aStep(0, 'followed', { stream: 'a', ...fields }),
    kind: 'trigger',
    identity: `followed:${JSON.stringify(fields)}`,
  } as const
  return aProgram(id, [aBranch(trigger, [aStep(1, 'key', { text: '{{Value1}}' })])])
}

/** One Source with Runners that follow it, and the other side that it reads. */
export class SourceScene {
  readonly clock = new SimulatedClock(NOON)
  readonly far = new FarSide(this.clock, new Dice(7))
  readonly source: SimulatedSource
  readonly runners: SimulatedRunner[] = []
  /** When it was read, in ms. */
  readonly reads: { at: number; etag: string | null; last_modified: string | null }[] = []
  /** The present items, newest first. */
  items: TriggerItem[] = []
  /** The troubles of the next readings. */
  readonly trouble: ('down' | 'hang')[] = []
  page: Partial<SourcePage> = {}
  /** Whether Runners reach the Source. */
  reachable = true
  /** The fate of the next tells, one after the other. */
  readonly tells: ('lost before' | 'lost after' | 'twice' | 'slow')[] = []
  /** Followers that are no Runners, by their id. */
  readonly others = new Map<string, (tell: SourceTell) => Promise<TellAnswer>>()
  readonly #services: Record<string, RunnableService>
  readonly #snapshots: RunnerSnapshot[] = []

  constructor(users: Program[][] = [], settings: Partial<RunnerSnapshot> = { subscriptions: [...PRO] }) {
    this.#services = {
      ...FAR_SERVICES,
      far: {
        ...far,
        triggers: {
          ...far?.triggers,
          followed: {
            mode: 'poll',
            name: 'Followed',
            ingredients: [],
            source: {
              source: 'stream',
              fields: ({ stream = '' }) => ({ stream }),
              items: (items, { fields: { word = '' } }) =>
                items.filter(({ ingredients }) => String(ingredients['Value1']).includes(word)),
            },
          },
        },
      } as RunnableService,
    }
    this.source = new SimulatedSource({
      clock: this.clock,
      definition: {
        read: async (call) => {
          const { etag, last_modified } = call
          this.reads.push({ at: this.clock.now, etag, last_modified })
          return this.#read()
        },
        readPush: ({ body }) => JSON.parse(new TextDecoder().decode(body)),
      },
      fetch: this.far.fetch,
      tell: (runner_id, tell) => this.#deliver(runner_id, tell),
    })
    for (const programs of users) this.addRunner(programs, settings)
  }

  addRunner(programs: Program[], settings: Partial<RunnerSnapshot> = { subscriptions: [...PRO] }): SimulatedRunner {
    const runner_id = String(this.runners.length)
    const unreachable = () => {
      if (!this.reachable) throw new Error('The Source cannot be reached.')
    }
    const runner = new SimulatedRunner({
      clock: this.clock,
      random: new Dice(this.runners.length).roll,
      services: this.#services,
      fetch: this.far.fetch,
      account: async () => ({ kind: 'token', token: 'token', credentials: {}, version: 1 }),
      followSource: async (request) => {
        unreachable()
        return this.source.follow({ ...request, runner_id })
      },
      unfollowSource: async (_, identity) => {
        unreachable()
        return this.source.unfollow(runner_id, identity)
      },
    })
    this.runners.push(runner)
    this.#snapshots.push(aSnapshot(1, programs, settings))
    this.sync(this.runners.length - 1, {})
    return runner
  }

  /** Changes what the database says of a user, and applies it at once. */
  sync(index: number, change: Partial<RunnerSnapshot>): void {
    const before = this.#snapshots[index]
    if (!before) throw new Error(`There is no Runner ${index}.`)
    const next = { ...before, ...change, wanted: before.wanted + 1 }
    this.#snapshots[index] = next
    this.runners[index]?.sync(next)
  }

  follow(runner_id: string, more: Partial<FollowRequest> = {}): ReturnType<SimulatedSource['follow']> {
    const rest = { every: 60_000, known: null, older: false, soon: false }
    return this.source.follow({ address: ADDRESS, runner_id, identity: 'it', ...rest, ...more })
  }

  publish(...ids: string[]): void {
    for (const id of ids) this.items = [{ id, at: this.clock.now, ingredients: { Value1: id } }, ...this.items]
  }

  async pass(ms: number): Promise<void> {
    await this.clock.runUntil(this.clock.now + ms)
  }

  /** Which items a user's runs were started by, in order. */
  runs(index = 0): string[] {
    const rows = this.runners[index]?.storage.peek<{ event_id: string }>('select event_id from run order by seq')
    return (rows ?? []).map(({ event_id }) => event_id)
  }

  note(index = 0): string | null | undefined {
    return this.runners[index]?.storage.peek<{ note: string | null }>('select note from subscription')[0]?.note
  }

  followers(): number {
    const has = this.source.storage.peek("select 1 from sqlite_master where name = 'follower'").length > 0
    return has ? this.source.storage.peek('select * from follower').length : 0
  }

  async #read(): Promise<StepOutcome<SourcePage>> {
    const trouble = this.trouble.shift()
    const { items, page } = this
    await new Promise<void>((resolve) => this.clock.at(this.clock.now + (trouble === 'hang' ? 600_000 : 20), resolve))
    if (trouble === 'down')
      return {
        ok: false,
        problem: { failure: 'transport', sent: 'maybe', status: null, retry_after: null, message: 'It is down.' },
      }
    const about = { etag: null, last_modified: null, unchanged: false, fresh_for: null, state: null }
    return { ok: true, value: { items: items.slice(0, 50), ...about, ...page } }
  }

  async #deliver(runner_id: string, tell: SourceTell): Promise<TellAnswer> {
    const fate = this.tells.shift()
    const other = this.others.get(runner_id)
    const runner = this.runners[Number(runner_id)]
    const deliver = async () => (other ? other(tell) : runner ? runner.takeTell(tell) : { kind: 'unknown' as const })
    switch (fate) {
      case 'lost before':
        throw new Error('Lost on its way.')
      case 'lost after':
        await deliver()
        throw new Error('Its answer was lost.')
      case 'twice':
        await deliver()
        return deliver()
      case 'slow':
        await new Promise<void>((resolve) => this.clock.at(this.clock.now + 60_000, resolve))
        return deliver()
      case undefined:
        return deliver()
    }
  }
}

/** A user who follows, with so many items present. */
export async function following(items = 2, programs = [followingApplet()]): Promise<SourceScene> {
  const scene = new SourceScene([programs])
  for (let n = 0; n < items; n++) scene.publish(`old ${n}`)
  await scene.pass(5000)
  return scene
}
