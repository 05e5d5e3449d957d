import { alarmToSet, earliest, type Allowance } from '../../system/context/object-world.ts'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { takeRun, type RunRow } from './store/runs.ts'
import { dueLeaving, nextLeaving, postponeLeaving, type Leaving } from './store/unsubscribes-due.ts'
import { dueSubscriptions, readSubscriptionById, updateSubscription, type Subscription } from './store/subscriptions.ts'
import { ringSubscription } from './triggers/clock-subscription.ts'
import { followClockBack } from './triggers/follow-clock-back.ts'
import { leaveTrigger } from './triggers/leave-trigger.ts'
import { pollSubscription } from './triggers/poll-subscription.ts'
import { nextFailureNotice, noteLongWaits, sendFailureNotice } from './execution/failure-notices.ts'
import { callsOf, nextDueRun, nextRun, type Turns } from './execution/next-run.ts'
import { touchRun } from './execution/touching-io.ts'
import { workOnRun } from './execution/work-on-run.ts'
import { recordLateSuccess } from './reopen/late-answers.ts'
import { countsDue, keepUp, nextUpkeep, saveCounts } from './upkeep.ts'
import type { RunnerMemory, UnderWay } from './world/memory.ts'

/** Polls at once, besides runs. */
const MOST_POLLS = 3
/** A poll is begun again after so long, in ms: five pages of a slow feed may take most of it. */
const STALLED_POLL = 110_000
/** How soon the alarm looks after work that was begun, in ms: what a crash left is taken up then. */
const SAFETY_ALARM = 5000
/** How late an alarm that was set for now may ring, in ms, before it is set again. */
const LATE_RING = 1000

/** The Runner's own work: takes what is due, works on it, and sets its alarm. Kept in memory only. */
export class Engine {
  readonly #memory: RunnerMemory
  /** Polls under way, and since when, in ms. */
  readonly #polling = new Map<number, number>()
  readonly #turns: Turns = new Map()
  #turn = 0
  /** When it last looked, in ms; null after a restart. */
  #looked: number | null = null

  constructor(memory: RunnerMemory) {
    this.#memory = memory
  }

  /** Starts everything that is due and sets the alarm. Never throws and never awaits the work. */
  start(): void {
    this.#look(this.#newAllowance())
  }

  /**
   * After events were stored: begins what may. The rest waits for the alarm, which is set first where it is not soon.
   */
  begin(): void {
    const allowance = this.#newAllowance()
    try {
      this.#startRuns(allowance)
    } catch (error) {
      this.#memory.world.log('runner_failed', { message: String(error) })
    } finally {
      if (!this.#isAlarmSoon()) this.#setAlarm(allowance)
    }
  }

  #newAllowance(): Allowance {
    return { calls: this.#memory.world.calls_a_turn }
  }

  #look(allowance: Allowance): void {
    try {
      this.#followClock()
      this.#dropStalled()
      this.#startRuns(allowance)
      this.#startSubscriptions(allowance)
      this.#startLeaving()
      noteLongWaits(this.#memory)
      sendFailureNotice(this.#memory)
      saveCounts(this.#memory)
      keepUp(this.#memory)
    } catch (error) {
      this.#memory.world.log('runner_failed', { message: String(error) })
    } finally {
      this.#setAlarm(allowance)
    }
  }

  /** Starts what an alarm should have started a minute ago: alarms have been lost before. */
  startOverdue(): void {
    const { alarm, world } = this.#memory
    if (alarm === null || alarm < world.now() - MINUTE) this.start()
  }

  /** The alarm rang: it is not set anymore. */
  ring(): void {
    this.#memory.alarm = null
    this.start()
  }

  /** When the sweeper should look, in ms: for what is due in more than five minutes, and at least every six hours. */
  wakeBy(): number | null {
    const next = nextDue(this.#memory)
    const now = this.#memory.world.now()
    return next === null ? null : Math.min(Math.max(next, now + 5 * MINUTE), now + 6 * HOUR)
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return this.#memory.under_way.size === 0 && this.#polling.size === 0
  }

  #startRuns(allowance: Allowance): void {
    const { under_way, world } = this.#memory
    while (allowance.calls > 0) {
      const run = nextRun(this.#memory, this.#turns)
      if (!run) return
      const calls = callsOf(this.#memory, run)
      // A run of many steps has a turn of its own.
      if (calls > allowance.calls && allowance.calls < world.calls_a_turn) allowance.calls = 0
      const taken = allowance.calls > 0 && takeRun(this.#memory, run)
      if (!taken) return
      const entry: UnderWay = {
        applet_id: taken.applet_id,
        subscription: taken.subscription,
        attempt: taken.attempt,
        touched: 0,
        may_take: 0,
        stalled: false,
        stopped: false,
      }
      touchRun(entry, world.now())
      under_way.set(taken.seq, entry)
      this.#turns.set(taken.applet_id, ++this.#turn)
      allowance.calls = Math.max(0, allowance.calls - calls)
      world.spawn(this.#work(taken, entry, allowance))
    }
  }

  async #work(run: RunRow, entry: UnderWay, allowance: Allowance): Promise<void> {
    const { under_way } = this.#memory
    const progress = await workOnRun(this.#memory, run, entry)
    const is_open = under_way.get(run.seq) === entry
    if (is_open) under_way.delete(run.seq)
    this.#startRuns(allowance)
    // A run that ended needs no alarm, unless the next turn must begin what is left: choosing the time costs more than it.
    if (allowance.calls === 0 || is_open || !this.#isAlarmSoon()) this.#setAlarm(allowance)
    if (!entry.stalled) return
    recordLateSuccess(this.#memory, run.seq, progress)
    this.#look(allowance)
  }

  /** Whether the alarm rings within the time that a crash may take: it then looks at everything. */
  #isAlarmSoon(): boolean {
    const { alarm, world } = this.#memory
    const now = world.now()
    return alarm !== null && alarm > now - MINUTE && alarm <= now + SAFETY_ALARM
  }

  #startSubscriptions(allowance: Allowance): void {
    const { world } = this.#memory
    for (const subscription of dueSubscriptions(this.#memory, world.now(), 50)) {
      if (subscription.kind === 'clock') {
        this.#ring(subscription)
        this.#startRuns(allowance)
      } else if (this.#polling.size < MOST_POLLS && !this.#polling.has(subscription.id)) {
        this.#polling.set(subscription.id, world.now())
        world.spawn(this.#poll(subscription, allowance))
      }
    }
  }

  /** A schedule that cannot be read holds up no other one. */
  #ring(subscription: Subscription): void {
    const { world } = this.#memory
    try {
      ringSubscription(this.#memory, subscription)
    } catch (error) {
      world.log('schedule_interrupted', { module_name: subscription.module_name, message: String(error) })
      updateSubscription(this.#memory, { ...subscription, next_due: world.now() + 5 * MINUTE })
    }
  }

  async #poll(subscription: Subscription, allowance: Allowance): Promise<void> {
    const { world } = this.#memory
    const since = this.#polling.get(subscription.id)
    try {
      await pollSubscription(this.#memory, subscription)
    } catch (error) {
      world.log('poll_interrupted', { module_name: subscription.module_name, message: String(error) })
      const now = readSubscriptionById(this.#memory, subscription.id)
      if (now?.next_due != null) updateSubscription(this.#memory, { ...now, next_due: world.now() + MINUTE })
    } finally {
      if (this.#polling.get(subscription.id) === since) this.#polling.delete(subscription.id)
    }
    this.#look(allowance)
  }

  /** Tells services what nobody follows anymore. A poll under way is waited for: it would make them follow again. */
  #startLeaving(): void {
    for (const leaving of dueLeaving(this.#memory, MOST_POLLS)) {
      if (this.#polling.has(leaving.subscription)) continue
      const { world } = this.#memory
      // Until its answer is in, or after a crash, it comes again.
      const due = world.now() + STALLED_POLL
      postponeLeaving(this.#memory, leaving, { due })
      world.spawn(this.#leave({ ...leaving, due }))
    }
  }

  async #leave(leaving: Leaving): Promise<void> {
    await leaveTrigger(this.#memory, leaving)
    this.#look(this.#newAllowance())
  }

  #followClock(): void {
    const now = this.#memory.world.now()
    if (now < (this.#looked ?? this.#memory.newest_run)) followClockBack(this.#memory)
    this.#looked = now
  }

  /** Drops work that hangs for longer than it may take, so that it is taken again: a watchdog, not a lock; a late answer still ends its step if nothing else has. */
  #dropStalled(): void {
    const { under_way, world } = this.#memory
    const now = world.now()
    for (const [seq, entry] of under_way) {
      if (now - entry.touched <= entry.may_take) continue
      entry.stalled = true
      under_way.delete(seq)
    }
    for (const [id, since] of this.#polling) if (Math.abs(now - since) > STALLED_POLL) this.#polling.delete(id)
  }

  /** Sets the alarm for what is due next. */
  #setAlarm(allowance: Allowance): void {
    const { world, alarm, under_way } = this.#memory
    const busy = under_way.size > 0 || this.#polling.size > 0
    const readDue = () => earliest([nextDue(this.#memory), nextUpkeep(this.#memory)])
    const at = alarmToSet(world, readDue, { alarm, busy, allowance, safety: SAFETY_ALARM })
    if (at === null) return
    this.#memory.alarm = at
    world.setAlarm(at)
    if (at <= world.now()) world.spawn(this.#watchRing(at))
  }

  /** A backlog waits for this ring alone: should the platform lose it, nothing else would come for a minute. */
  async #watchRing(at: number): Promise<void> {
    const { world } = this.#memory
    await world.sleep(LATE_RING)
    if (this.#memory.alarm !== at) return
    world.log('alarm_late', { late: world.now() - at })
    this.#memory.alarm = null
    this.#setAlarm({ calls: 0 })
  }
}

/** When the first of a Runner's runs, triggers and notices is due, in ms; null for none. */
function nextDue(memory: RunnerMemory): number | null {
  const [row] = memory.world.sql<{ due: number | null }>(
    'select min(next_due) as due from subscription where next_due is not null',
  )
  return earliest([
    nextDueRun(memory),
    row?.due ?? null,
    nextLeaving(memory),
    nextFailureNotice(memory),
    countsDue(memory),
  ])
}
