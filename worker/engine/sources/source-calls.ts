import { MINUTE } from '../../contract/shared/durations.ts'
import type {
  FollowAnswer,
  FollowRequest,
  HubPush,
  HubVerification,
  SourceAddress,
  SourceTimes,
} from '../../system/runner-api/source-api.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepOutcome, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { SOONEST } from '../runner/triggers/poll-rules.ts'
import { KEPT_UNFOLLOWED, SourceEngine } from './source-engine.ts'
import { countFollowers, noteTold, readFollower, saveFollower } from './store/followers.ts'
import { keptAfter } from './store/source-items.ts'
import { saveRecord, type SourceRecord } from './store/source-record.ts'
import { noteOf, takePush } from './take-page.ts'
import { isSignedBy } from './websub/check-signature.ts'
import { verifySubscription } from './websub/hub-subscription.ts'
import type { SourceWorld } from './world/source-world.ts'

/** How old a reading may be for a follower that begins now, in ms. */
const NEW_ENOUGH = MINUTE

const NOT_READ = failedOutcome({ failure: 'transport', message: 'We could not check this yet.' })

/** The calls of Runners, queries and hubs to a Source. */
export class SourceCalls {
  readonly #world: SourceWorld
  readonly #engine: SourceEngine

  constructor(world: SourceWorld) {
    this.#world = world
    this.#engine = new SourceEngine(world)
  }

  ring(): void {
    this.#engine.ring()
  }

  async follow(request: FollowRequest): Promise<FollowAnswer> {
    const [world, engine] = [this.#world, this.#engine]
    const { generation } = engine.begin(request.address)
    const place = request.known?.generation === generation ? request.known.number : null
    engine.change((record) => saveRecord(world, followed(world, record, request, place)))
    if (isWorthReading(world, engine.begin(request.address), request)) await engine.readNow()
    const answer = answerFollower(world, engine.begin(request.address), request, place)
    engine.start()
    return answer
  }

  unfollow(runner_id: string, identity: string): void {
    if (!this.#engine.record) return
    this.#engine.drop({ runner_id, identity })
    this.#engine.start()
  }

  /** Reads the present items for a query: from the service again where they are too old and that is allowed. */
  async read(address: SourceAddress): Promise<StepOutcome<TriggerItem[]>> {
    const [world, engine] = [this.#world, this.#engine]
    const record = engine.begin(address)
    const now = world.now()
    if (countFollowers(world) === 0)
      engine.change((present) => saveRecord(world, { ...present, ends_at: now + KEPT_UNFOLLOWED }))
    if (now >= record.quiet_until && now - (record.last_read ?? 0) >= NEW_ENOUGH) await engine.readNow()
    engine.start()
    const { problem, last_ok } = engine.record ?? record
    // A question about now must not get an old answer.
    if (problem !== null || last_ok === null) return failedOutcome({ ...NOT_READ.problem, ...problem })
    return { ok: true, value: keptAfter(world, 0).map(({ item }) => item) }
  }

  times(): SourceTimes {
    const { last_read = null, next_read = null, ends_at = null } = this.#engine.record ?? {}
    return { last_checked: last_read, next_check: ends_at === null ? next_read : null }
  }

  /** The challenge to repeat to a hub; null where we did not ask for that. */
  verifyHub(secret: string, verification: HubVerification): string | null {
    const [world, engine] = [this.#world, this.#engine]
    const { hub } = engine.record ?? {}
    if (!hub || hub.secret !== secret) return null
    const next = verifySubscription(hub, verification, world.now())
    if (!next) return null
    engine.change((record) => saveRecord(world, { ...record, hub: next }))
    engine.start()
    return verification.challenge
  }

  /** Takes what a hub pushed. False for an address that is not in use; what it did not sign is ignored. */
  async takePush(secret: string, push: HubPush): Promise<boolean> {
    const [world, engine] = [this.#world, this.#engine]
    const { record } = engine
    if (!record?.hub || record.hub.secret !== secret || record.hub.state === 'leaving') return false
    if (!isSignedBy(record.hub.key, push.body, push.signature)) return true
    const { address, etag, last_modified, state } = record
    const found = world.findSource(address.module_name, address.source)
    const call = { fields: address.fields, etag, last_modified, state }
    const items = found?.definition.readPush?.({ ...push, now: world.now() }, call) ?? null
    engine.change((now) => {
      if (items !== null && now.last_ok !== null) return takePush(world, now, items)
      return saveRecord(world, { ...now, next_read: world.now() })
    })
    engine.start()
    return true
  }
}

/** Whether somebody who asks should wait for a reading. */
function isWorthReading(world: SourceWorld, record: SourceRecord, { known, older, soon }: FollowRequest): boolean {
  const now = world.now()
  if (record.last_ok === null && !soon) return record.next_read <= now
  if (now < record.quiet_until) return false
  const age = now - (record.last_read ?? 0)
  return soon ? age >= SOONEST : (known === null || older) && age >= NEW_ENOUGH
}

function answerFollower(
  world: SourceWorld,
  record: SourceRecord,
  request: FollowRequest,
  place: number | null,
): FollowAnswer {
  const now = world.now()
  // A follower that asks now is told the result at once.
  const told = { note: noteOf(record), now, told_at: request.soon ? null : now, next_tell: null }
  if (record.last_ok === null) {
    noteTold(world, request, { ...told, number: 0 })
    return { kind: 'problem', problem: record.problem ?? NOT_READ.problem }
  }
  const { generation, number, dropped } = record
  noteTold(world, request, { ...told, number })
  const after = place ?? 0
  const found = keptAfter(world, request.older ? 0 : after)
  const items = found.filter((each) => each.number > after).map(({ item }) => item)
  const older = found.filter((each) => each.number <= after).map(({ item }) => item)
  const skipped = place !== null && place < dropped
  return { kind: 'items', generation, number, items, older, skipped, note: told.note }
}

/** Stores a follower. A new one, a faster plan or "check now" brings the next reading forward. */
function followed(world: SourceWorld, record: SourceRecord, request: FollowRequest, told: number | null): SourceRecord {
  const now = world.now()
  const before = readFollower(world, request)
  saveFollower(world, request, told)
  const { last_read, quiet_until, ends_at, hub } = record
  const isMore = before === null || before.every > request.every || request.soon || ends_at !== null
  const soonest = (last_read ?? now) + (request.soon ? SOONEST : request.every)
  const next_read = isMore ? Math.min(record.next_read, Math.max(quiet_until, soonest, now)) : record.next_read
  const isLeaving = hub?.state === 'leaving'
  return {
    ...record,
    ends_at: null,
    next_read: ends_at === null ? next_read : Math.max(quiet_until, soonest, now),
    hub: isLeaving ? { ...hub, state: 'asked', next_ask: now } : hub,
  }
}
