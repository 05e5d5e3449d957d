import { alarmToSet, earliest, type Allowance } from '../../system/context/object-world.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import type { SourceAddress } from '../../system/runner-api/source-api.ts'
import { askSource } from './ask-source.ts'
import {
  countFollowers,
  dropFollower,
  dueFollowers,
  followersFromNow,
  nextTell,
  type Follower,
  type FollowerKey,
} from './store/followers.ts'
import { loadRecord, newRecord, saveRecord, type SourceRecord } from './store/source-record.ts'
import { tellFollower } from './tell-follower.ts'
import { askHub } from './websub/hub-subscription.ts'
import type { SourceWorld } from './world/source-world.ts'

/** How long a Source is kept that nobody follows, in ms. */
export const KEPT_UNFOLLOWED = HOUR
/** How long a hub may take to verify that we leave, in ms. */
const LEAVING_FOR = 10 * MINUTE
/** After how long a reading, or a question to a hub, counts as lost, in ms. */
const STALLED = MINUTE
/** How soon the alarm looks after work that was begun, in ms: what a crash left is taken up then. */
const SAFETY_ALARM = 15_000

/** A Source's own work: reads when it is due, tells its followers, and sets its alarm. Kept in memory only. */
export class SourceEngine {
  readonly #world: SourceWorld
  #record: SourceRecord | null
  /** The reading under way, and since when, in ms. */
  #reading: { done: Promise<void>; since: number } | null = null
  #asking: number | null = null
  readonly #telling = new Set<string>()
  #alarm: number | null = null
  /** When it last looked, in ms; null after a restart. */
  #looked: number | null = null

  constructor(world: SourceWorld) {
    this.#world = world
    this.#record = loadRecord(world)
  }

  get record(): SourceRecord | null {
    return this.#record
  }

  /** Starts everything that is due and sets the alarm. Never throws and never awaits the work. */
  start(): void {
    this.#look(this.#newAllowance())
  }

  /** Reads now, once for everyone who waits for it. */
  readNow(): Promise<void> {
    return this.#read(this.#newAllowance())
  }

  /** The alarm rang: it is not set anymore. */
  ring(): void {
    this.#alarm = null
    this.#look(this.#newAllowance())
  }

  /** Loads this Source's record; the first call makes it. */
  begin(address: SourceAddress): SourceRecord {
    const world = this.#world
    if (this.#record) return this.#record
    this.#record = world.transaction(() => {
      return saveRecord(world, loadRecord(world) ?? newRecord(world, address))
    })
    return this.#record
  }

  /** Changes what it knows, and stores it: all or nothing, also of what memory holds. */
  change(work: (record: SourceRecord) => SourceRecord): void {
    const record = this.#record
    if (record) this.#record = this.#world.transaction(() => work(record))
  }

  /** Follows it no more. */
  drop(follower: FollowerKey): void {
    const world = this.#world
    this.change((record) => {
      dropFollower(world, follower)
      return this.#endsIfAlone(record)
    })
  }

  #endsIfAlone(record: SourceRecord): SourceRecord {
    if (record.ends_at !== null || countFollowers(this.#world) > 0) return record
    return saveRecord(this.#world, { ...record, ends_at: this.#world.now() + KEPT_UNFOLLOWED })
  }

  #newAllowance(): Allowance {
    return { calls: this.#world.calls_a_turn }
  }

  #look(allowance: Allowance): void {
    const world = this.#world
    try {
      if (!this.#record) return
      this.#followClock()
      const now = world.now()
      const { ends_at, next_read, hub } = this.#record
      if (ends_at !== null && ends_at <= now) return world.spawn(this.#end(allowance))
      if (ends_at === null && next_read <= now && allowance.calls > 0) world.spawn(this.#read(allowance))
      if (ends_at === null && hub && hub.next_ask <= now && allowance.calls > 0) world.spawn(this.#askHub(allowance))
      this.#startTells(allowance)
    } catch (error) {
      world.log('source_failed', { message: String(error) })
    } finally {
      this.#setAlarm(allowance)
    }
  }

  #read(allowance: Allowance): Promise<void> {
    const now = this.#world.now()
    if (this.#reading && Math.abs(now - this.#reading.since) < STALLED) return this.#reading.done
    allowance.calls = Math.max(0, allowance.calls - 1)
    const reading = { since: now, done: Promise.resolve() }
    this.#reading = reading
    reading.done = this.#readOnce(() => this.#reading === reading).finally(() => {
      if (this.#reading === reading) this.#reading = null
      this.#look(allowance)
    })
    return reading.done
  }

  /** A reading that hangs is begun again, and its late answer adds nothing. */
  async #readOnce(isCurrent: () => boolean): Promise<void> {
    const world = this.#world
    if (!this.#record) return
    try {
      const take = await askSource(world, this.#record)
      if (isCurrent()) this.change((record) => this.#endsIfAlone(take(record)))
    } catch (error) {
      world.log('source_interrupted', { message: String(error) })
      // In memory only: what failed may be the disk.
      if (this.#record) this.#record = { ...this.#record, next_read: world.now() + MINUTE }
    }
  }

  async #askHub(allowance: Allowance): Promise<void> {
    const record = this.#record
    const now = this.#world.now()
    if (!record?.hub || (this.#asking !== null && Math.abs(now - this.#asking) < STALLED)) return
    this.#asking = now
    allowance.calls -= 1
    const hub = await askHub(this.#world, record.hub, record.address).finally(() => (this.#asking = null))
    // A hub may have verified, or another one been named, while it was asked.
    this.change((later) => {
      const { secret, next_ask } = later.hub ?? {}
      return secret === hub.secret && next_ask === record.hub?.next_ask
        ? saveRecord(this.#world, { ...later, hub })
        : later
    })
    this.#look(allowance)
  }

  #startTells(allowance: Allowance): void {
    const world = this.#world
    const record = this.#record
    if (!record) return
    const due = dueFollowers(world, world.now(), allowance.calls + this.#telling.size)
    for (const follower of due) {
      const key = `${follower.runner_id} ${follower.identity}`
      if (allowance.calls <= 0 || this.#telling.has(key)) continue
      allowance.calls -= 1
      this.#telling.add(key)
      world.spawn(this.#tell(follower, key, allowance))
    }
  }

  async #tell(follower: Follower, key: string, allowance: Allowance): Promise<void> {
    try {
      const outcome = await tellFollower(this.#world, () => this.#record, follower)
      if (outcome === 'unknown') this.drop(follower)
    } catch (error) {
      this.#world.log('tell_interrupted', { message: String(error) })
    } finally {
      this.#telling.delete(key)
    }
    this.#look(allowance)
  }

  /** Nobody follows: a hub is left, then everything is deleted. */
  async #end(allowance: Allowance): Promise<void> {
    const world = this.#world
    const record = this.#record
    if (!record) return
    const { hub } = record
    if (hub && hub.state !== 'leaving' && hub.lease_until > world.now()) {
      const leaving = { ...hub, state: 'leaving' as const }
      this.change((now) => saveRecord(this.#world, { ...now, hub: leaving, ends_at: world.now() + LEAVING_FOR }))
      await askHub(world, leaving, record.address)
      return this.#setAlarm(allowance)
    }
    this.#record = null
    this.#alarm = null
    await world.deleteAll()
  }

  /** After the clock went back: what was planned by the time before would wait until that comes again. */
  #followClock(): void {
    const now = this.#world.now()
    const before = this.#looked ?? this.#record?.last_read ?? 0
    this.#looked = now
    if (now >= before) return
    this.change((record) => {
      followersFromNow(this.#world, now)
      const quiet_until = Math.min(record.quiet_until, now + DAY)
      const hub = record.hub && { ...record.hub, next_ask: Math.min(record.hub.next_ask, now) }
      const last_read = Math.min(record.last_read ?? now, now)
      return saveRecord(this.#world, {
        ...record,
        quiet_until,
        hub,
        last_read,
        next_read: Math.min(record.next_read, now + MINUTE),
      })
    })
  }

  #setAlarm(allowance: Allowance): void {
    if (!this.#record) return
    const world = this.#world
    const busy = this.#reading !== null || this.#asking !== null || this.#telling.size > 0
    const turn = { alarm: this.#alarm, busy, allowance, safety: SAFETY_ALARM }
    const at = alarmToSet(world, () => this.#nextDue(), turn)
    if (at === null) return
    this.#alarm = at
    world.setAlarm(at)
  }

  #nextDue(): number | null {
    if (!this.#record) return null
    const { next_read, ends_at, hub } = this.#record
    return ends_at ?? earliest([next_read, hub?.next_ask ?? null, nextTell(this.#world)])
  }
}
