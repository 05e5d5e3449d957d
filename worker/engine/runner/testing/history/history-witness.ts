import { DAY } from '../../../../contract/shared/durations.ts'
import type { Program, RunnerSnapshot } from '../../../../system/runner-api/program.ts'
import type { AcceptAnswer, HookEvent } from '../../../../system/runner-api/runner-api.ts'
import type { RunRow } from '../../store/runs.ts'
import { hookKey, type Subscription } from '../../store/subscriptions.ts'
import { encodeRunId } from '../../world/ulid.ts'
import type { FarRequest, FarSide } from '../far-side.ts'
import type { SimulatedRunner } from '../simulated-runner.ts'
import { changedRequests, missingEffects, repeatedEffects, requestsAfterCancel } from './effect-checks.ts'
import { actionsOfRun, leftWork, unsoundEndedRun, unsoundOpenRun, wrongOutcomes } from './run-checks.ts'

/** How late the alarm may be, in ms: while work is under way it rings within that time. */
const ALARM_SLACK = 5000

type Owed = { applet_id: number; subscription: number; event_id: string }

/** Sees what goes in and what comes of it, and says what a Runner has promised and broken. */
export class HistoryWitness {
  /** Receipts that senders were given. */
  readonly #receipts = new Set<string>()
  #owed: Owed[] = []
  /** Runs that were seen at some time: an old one may be pruned later. */
  readonly #seen = new Set<string>()
  readonly #seenEnded = new Set<string>()
  /** How often a person allowed another effect, by `sy_{run}_{id}`. */
  readonly #allowed = new Map<string, number>()
  readonly #cancelled = new Map<string, number>()
  /** The newest run that began, by Applet and polled trigger. */
  readonly #begun = new Map<string, number>()
  readonly #broken: string[] = []

  readonly runner: SimulatedRunner
  readonly far: FarSide

  constructor(runner: SimulatedRunner, far: FarSide) {
    this.runner = runner
    this.far = far
    runner.storage.onRows = (query, rows) => {
      if (query.includes("set state = 'calling'")) this.#noteTaken(rows as RunRow[])
    }
  }

  runs(where: string): RunRow[] {
    return this.runner.storage.peek<RunRow>(`select * from run where ${where} order by seq`)
  }

  nextDue(): number | null {
    return (
      this.runner.storage.peek<{ due: number | null }>('select min(due) as due from run where ended_at is null')[0]
        ?.due ?? null
    )
  }

  noteAnswer(event: HookEvent, answer: AcceptAnswer): void {
    if (answer.kind === 'accepted') this.#receipts.add(answer.receipt)
    else if (answer.kind === 'unready') this.#broken.push(`unready for ${event.event_id}`)
  }

  /** From now on the item is owed to each Applet that follows its stream. */
  notePublished(stream: string, event_id: string): void {
    for (const { id, key, primed, applets } of this.#subscriptions()) {
      if (!key.startsWith(`items:${stream}:`) || !primed) continue
      const off = this.#turnedOff()
      const followers = applets.filter((applet_id) => !off.has(`${applet_id} ${id}`))
      this.#owed.push(...followers.map((applet_id) => ({ applet_id, subscription: id, event_id })))
    }
  }

  /** A person may have its steps done again. */
  noteReplayed(run: RunRow): void {
    this.#cancelled.delete(encodeRunId(run))
    const ids = new Set([1, 2, 3, 4, 5, ...actionsOfRun(run).map(({ id }) => id)])
    for (const id of ids) this.#allow(run, id)
  }

  noteResolved(run: RunRow, id: number, answer: 'it_did' | 'do_it_again'): void {
    this.#cancelled.delete(encodeRunId(run))
    if (answer === 'do_it_again') this.#allow(run, id)
  }

  /** `before`: how many requests had been sent. */
  noteCancelled(run: RunRow, before: number): void {
    this.#cancelled.set(encodeRunId(run), before)
  }

  /** Expects all that is true at any time. */
  expectSound(): void {
    const { runner } = this
    const all = this.runs('true')
    const open = all.filter(({ ended_at }) => ended_at === null)
    this.#expect(runner.memory.open_runs === open.length, `open_runs is ${runner.memory.open_runs}, not ${open.length}`)
    const ended = all.filter(({ ended_at }) => ended_at !== null)
    this.#broken.push(...open.flatMap(unsoundOpenRun), ...ended.flatMap(unsoundEndedRun))
    for (const run of ended) this.#seenEnded.add(encodeRunId(run))
    for (const { applet_id, subscription, event_id } of all) {
      this.#seen.add(`${applet_id} ${subscription} ${event_id.split('@')[0]}`)
    }
    this.noteTold()
    const { alarm, memory } = runner
    this.#expect(this.isAlarmSet, `the alarm is ${alarm}, due ${this.#nextDue()}, now ${memory.world.now()}`)
    this.#throwBroken()
  }

  /** Expects that a Runner which was told the newest has the database's programs and no other, and starts on their triggers. */
  expectTold({ wanted, programs }: RunnerSnapshot): void {
    const { settings, added } = this.runner.memory
    if (settings.wanted !== wanted) return
    const told = this.runner.programs()
    this.#expect(isEqual(told, inOrder(programs)), `it has ${namesOf(told)}, not ${namesOf(programs)}`)
    // What a trigger of an added service is comes with its file.
    if (added.size > 0) return
    const followed = this.#subscriptions().flatMap(({ key, kind, applets }) =>
      kind === 'test' ? [] : applets.map((id) => `${key} ${id}`),
    )
    const wantedKeys = programs.flatMap(({ applet_id, branches }) =>
      branches.map(({ trigger, feature }) => {
        const key = trigger.slug === 'request' ? hookKey(applet_id, feature) : trigger.identity
        return `${key} ${applet_id}`
      }),
    )
    const expected = [...new Set(wantedKeys)]
    this.#expect(
      isEqual(followed.toSorted(), expected.toSorted()),
      `it follows ${followed.join(', ')}, not ${expected.join(', ')}`,
    )
    this.#throwBroken()
  }

  /** Expects all that is true once everything is quiet. `last`: schedules go on, and later runs may still be open. */
  expectTruth(last: number): void {
    const all = this.runs('true')
    for (const run of all)
      this.#expect(
        run.ended_at !== null || run.seq > last,
        `run ${run.seq} of ${run.applet_id} is still ${run.state} ${run.hold}`,
      )
    const present = new Set(all.map(encodeRunId))
    for (const receipt of this.#receipts)
      this.#expect(present.has(receipt) || this.#seenEnded.has(receipt), `what got the receipt ${receipt} is lost`)
    for (const owed of this.#owed) {
      const { applet_id, subscription, event_id } = owed
      this.#expect(
        this.#seen.has(`${applet_id} ${subscription} ${event_id}`),
        `an item is lost: ${JSON.stringify(owed)}`,
      )
    }
    const { far } = this
    this.#broken.push(
      ...leftWork(this.runner.storage.peek<{ seq: number }>('select seq from work'), all),
      ...wrongOutcomes(all),
      ...changedRequests(far),
      ...repeatedEffects(far, this.#allowed),
      ...missingEffects(far, all),
      ...requestsAfterCancel(far, this.#cancelled),
    )
    this.#expectLeft()
    this.#throwBroken()
  }

  /**
   * Whether the alarm rings in time for what is due next. A poll that ends writes its rows a moment before its alarm.
   */
  get isAlarmSet(): boolean {
    const { alarm, memory } = this.runner
    const due = this.#nextDue()
    return due === null || (alarm !== null && alarm <= Math.max(due, memory.world.now()) + ALARM_SLACK)
  }

  #nextDue(): number | null {
    const [row] = this.runner.storage.peek<{ due: number | null }>(
      `select min(due) as due from (select due from run where ended_at is null union all select next_due from subscription)`,
    )
    return row?.due ?? null
  }

  /** A service hears of each trigger that nobody follows anymore, after it was asked for the last time. */
  #expectLeft(): void {
    const { requests } = this.far
    for (const { key, kind, applets } of this.#subscriptions()) {
      if (kind !== 'poll' || applets.length > 0 || !key.endsWith(':')) continue
      const isPoll = ({ action, token, body }: FarRequest) => {
        const { stream, page } = action === 'list' ? JSON.parse(body) : {}
        return token === null && page === null && key === `items:${stream}:`
      }
      const polled = requests.findLastIndex(isPoll)
      if (this.#isToBeTold(key)) continue
      const left = requests.findLastIndex(({ action, body }) => action === 'leave' && body === key)
      this.#expect(polled < 0 || left > polled, `nobody told the service that ${key} is not followed`)
    }
  }

  /** A service that is switched off or cannot be reached hears of it within a day. */
  #isToBeTold(key: string): boolean {
    const [row] = this.runner.storage.peek<{ due: number }>(`select due from leaving where key = '${key}'`)
    return row !== undefined && row.due <= this.runner.memory.world.now() + DAY
  }

  /**
   * Items of a time when an Applet was off, or that it no longer follows, are not owed to it, however soon it is turned on
   * again.
   */
  noteTold(): void {
    const subscriptions = new Map(this.#subscriptions().map((each) => [each.id, each]))
    const off = this.#turnedOff()
    this.#owed = this.#owed.filter(({ applet_id, subscription }) => {
      const known = subscriptions.get(subscription)
      return known?.applets.includes(applet_id) && known.primed && !off.has(`${applet_id} ${subscription}`)
    })
  }

  /** Who was turned off, and not yet asked again what its trigger has. */
  #turnedOff(): Set<string> {
    const rows = this.runner.storage.peek<{ applet_id: number; subscription: number }>(
      "select applet_id, subscription from behind where event_id = ''",
    )
    return new Set(rows.map(({ applet_id, subscription }) => `${applet_id} ${subscription}`))
  }

  #noteTaken(rows: RunRow[]): void {
    for (const run of rows) {
      if (run.attempt !== 1 || run.cause !== 'event') continue
      const poll = this.#subscriptions().some(({ id, kind }) => id === run.subscription && kind === 'poll')
      const key = `${run.applet_id} ${run.subscription}`
      const before = [...this.runner.memory.under_way].some(
        ([seq, entry]) => seq < run.seq && entry.subscription === run.subscription && entry.applet_id === run.applet_id,
      )
      if (poll && before) this.#broken.push(`run ${run.seq} began before the one before it ended`)
      if (poll && (this.#begun.get(key) ?? 0) > run.seq)
        this.#broken.push(`run ${run.seq} began after ${this.#begun.get(key)}`)
      this.#begun.set(key, run.seq)
    }
  }

  #subscriptions(): Pick<Subscription, 'id' | 'key' | 'kind' | 'applets' | 'primed'>[] {
    return this.runner.storage
      .peek<{ id: number; key: string; kind: Subscription['kind']; applets: string; primed: number }>(
        'select id, key, kind, applets, primed from subscription',
      )
      .map((row) => ({ ...row, applets: JSON.parse(row.applets), primed: row.primed === 1 }))
  }

  #allow(run: RunRow, id: number): void {
    const key = `sy_${encodeRunId(run)}_${id}`
    this.#allowed.set(key, (this.#allowed.get(key) ?? 0) + 1)
  }

  #expect(holds: boolean, broken: string): void {
    if (!holds) this.#broken.push(broken)
  }

  #throwBroken(): void {
    if (this.#broken.length > 0) throw new Error(this.#broken.slice(0, 5).join('\n'))
  }
}

function inOrder(programs: readonly Program[]): Program[] {
  return programs.toSorted((a, b) => a.applet_id - b.applet_id)
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function namesOf(programs: readonly Program[]): string {
  return inOrder(programs)
    .map(({ applet_id, version }) => `${applet_id} v${version}`)
    .join(', ')
}
