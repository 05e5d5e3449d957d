import type { StepFailure, StepOutcome, TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import type { SimulatedClock } from '../../../testing/simulated-clock.ts'
import type { Dice } from '../../../testing/dice.ts'

/** The troubles of a request. `lost`: the effect is done and no answer comes. `hang`: it comes after minutes. */
export const TROUBLES = [
  'healthy',
  'refused',
  'reset',
  'lost',
  'timeout',
  'slow',
  'nonsense',
  'limited',
  'unavailable',
  'server',
  'rejected',
  'skip',
  'hang',
] as const
export type Trouble = (typeof TROUBLES)[number]

/** An effect at the services' other side, by the key that the request carried. In ms. */
type Effect = { key: string; action: string; body: string; at: number }
export type FarRequest = {
  action: 'delete' | 'safe' | 'key' | 'find' | 'unsafe' | 'look up' | 'list' | 'leave' | 'query' | 'account'
  key: string | null
  body: string
  token: string | null
}

const PAGE = 25

/** The other side of every simulated service: its ledger, its troubles, its items and its accounts. */
export class FarSide {
  readonly effects: Effect[] = []
  readonly requests: (FarRequest & { at: number })[] = []
  /** Requests that the far side has not answered yet. */
  open = 0
  troubles: readonly [Trouble, ...Trouble[]] = ['healthy']
  /** The troubles of the next requests, one after the other; then it is `troubles` again. */
  script: Trouble[] = []
  /** What it says to who deletes something that is not there. */
  missing: 404 | 410 = 404
  /** How long a healthy answer takes at most, in ms. */
  most_latency = 1510
  /** How long a limit asks to wait, in ms; null for something by chance. */
  limited_for: number | null = null
  /** How long a poll's answer stays fresh, in ms; null if it does not say. */
  fresh_for: number | null = null
  /** Newest first. */
  readonly streams = new Map<string, TriggerItem[]>()
  /** Tokens that work now. */
  readonly tokens = new Set<string>()
  #answered = 0
  readonly #clock: SimulatedClock
  readonly #dice: Dice

  constructor(clock: SimulatedClock, dice: Dice) {
    this.#clock = clock
    this.#dice = dice
  }

  publish(stream: string, item: TriggerItem): void {
    this.streams.set(stream, [item, ...(this.streams.get(stream) ?? [])])
  }

  /** The guarded fetch: what it answers stands in the header `data`, which can be read at once. */
  readonly fetch = (_address: string, init?: RequestInit): Promise<StepOutcome<Response>> => {
    const request: FarRequest = JSON.parse(String(init?.body))
    const trouble = this.script.shift() ?? this.#dice.one(this.troubles)
    const answered = this.#clock.now + this.#latency(trouble)
    this.requests.push({ ...request, at: this.#clock.now })
    this.open += 1
    return new Promise((resolve) => {
      let outcome: StepOutcome<Response> | null = null
      this.#clock.at(this.#clock.now + 5, () => {
        outcome = this.#meet(request, trouble)
      })
      this.#clock.at(answered, () => {
        this.open -= 1
        if (outcome) resolve(outcome)
      })
    })
  }

  #latency(trouble: Trouble): number {
    switch (trouble) {
      case 'slow':
        return 6000 + this.#dice.below(3500)
      case 'timeout':
        return 10_000
      case 'hang':
        return 3 * MINUTE
      default:
        return 10 + this.#dice.below(this.most_latency - 10)
    }
  }

  #meet(request: FarRequest, trouble: Trouble): StepOutcome<Response> {
    if (request.token !== null && !this.tokens.has(request.token)) return problem('unauthorized', 'no', 401)
    switch (trouble) {
      case 'healthy':
      case 'slow':
      case 'hang':
        return this.#do(request)
      case 'refused':
        return problem('transport', 'no')
      case 'reset':
        return problem('transport', 'maybe')
      case 'lost':
        this.#do(request)
        return problem('transport', 'maybe')
      case 'timeout':
        if (this.#dice.chance(0.5)) this.#do(request)
        return problem('timeout', 'maybe')
      case 'nonsense':
        if (this.#dice.chance(0.5)) this.#do(request)
        return problem('protocol', 'maybe', 200)
      case 'limited':
        return problem('rate_limited', 'no', 429, this.limited_for ?? this.#dice.below(20) * MINUTE)
      case 'unavailable':
        return problem('server', 'no', 503)
      case 'server':
        if (this.#dice.chance(0.3)) this.#do(request)
        return problem('server', 'maybe', 500)
      case 'rejected':
        return problem('status', 'no', 422)
      case 'skip':
        return problem('skip', 'no', 400)
    }
  }

  #do({ action, key, body }: FarRequest): StepOutcome<Response> {
    switch (action) {
      case 'key': {
        const known = this.effects.some((effect) => effect.key === key)
        if (!known) this.#note(action, key, body)
        return answer({})
      }
      case 'delete':
        if (this.effects.some((effect) => effect.action === action && effect.body === body))
          return problem(this.missing === 410 ? 'gone' : 'status', 'no', this.missing)
        this.#note(action, key, body)
        return answer({})
      case 'safe':
      case 'find':
      case 'unsafe':
        this.#note(action, key, body)
        return answer({})
      case 'look up':
        return answer({ found: this.effects.some((effect) => effect.key === key) })
      case 'query':
        return answer({ rows: [{ Count: ++this.#answered }] })
      case 'account':
      case 'leave':
        return answer({})
      case 'list':
        return this.#list(JSON.parse(body))
    }
  }

  #note(action: string, key: string | null, body: string): void {
    this.effects.push({ key: key ?? '', action, body, at: this.#clock.now })
  }

  #list({ stream, page, etag }: { stream: string; page: string | null; etag: string | null }): StepOutcome<Response> {
    const all = this.streams.get(stream) ?? []
    const { fresh_for } = this
    const version = `v${all.length}`
    const known = { etag: version, last_modified: null, fresh_for }
    if (etag === version) return answer({ page: { ...known, items: [], next: null, unchanged: true } })
    const from = Number(page ?? 0)
    const next = from + PAGE < all.length ? String(from + PAGE) : null
    return answer({ page: { ...known, items: all.slice(from, from + PAGE), next, unchanged: false } })
  }
}

function answer(data: unknown): StepOutcome<Response> {
  return { ok: true, value: new Response(null, { headers: { data: JSON.stringify(data) } }) }
}

function problem(
  failure: StepFailure,
  sent: 'no' | 'maybe',
  status: number | null = null,
  retry_after: number | null = null,
): Extract<StepOutcome<never>, { ok: false }> {
  return { ok: false, problem: { failure, sent, status, retry_after, message: `It met: ${failure}` } }
}
