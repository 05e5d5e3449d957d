import type { EndRunState, HoldReason, RunState } from '../../../contract/runs/applet-run.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import { newSalt } from '../world/ulid.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { SqlValue } from '../../../system/context/object-world.ts'
import { cutProgress } from './cut-progress.ts'
import { upcastProgress, withServices, type RunProgress, type ServiceProgress } from './run-progress.ts'
import { transact, transactUnlessOne } from './stored-memory.ts'

/** The event of a run, as stored. `from_text`: ingredients that are the whole text, so that it is stored once. */
export type StoredEvent = {
  kind: 'json' | 'form' | 'text' | 'bytes' | 'none' | 'item'
  content_type: string | null
  bytes: number
  text: string | null
  ingredients: Ingredients
  from_text: string[]
  at: number
}

/** What went through more hooks and counters of our own starts no run. */
export const MOST_HOPS = 5

type RunCause = 'event' | 'test' | 'again'

/** A row of `run`. Times in ms. */
export type RunRow = {
  seq: number
  salt: string
  at: number
  applet_id: number
  rev: number
  /** The configuration of a dynamic connection; null for a static Applet. */
  feature: string | null
  subscription: number
  event_id: string
  body_hash: string | null
  event: string | null
  event_row: number | null
  state: RunState
  hold: HoldReason | null
  due: number | null
  give_up: number
  attempt: number
  takes: number
  boot: string | null
  cause: RunCause
  hops: number
  /** 1 where a person stopped it while a step was under way: no further one begins, also after a crash. */
  stopped: number
  message: string | null
  steps: string | null
  bytes: number
  ended_at: number | null
}

/** An event's text over this is stored once for all Applets that share it. */
const SHARED_EVENT_BYTES = 1024
/** A run that has not ended by then fails. */
export const GIVE_UP_AFTER = 30 * 24 * 60 * 60_000

/** What a run begins with. */
export type RunStart = Pick<RunRow, 'applet_id' | 'rev' | 'feature' | 'subscription'>

type NewRuns = Pick<RunRow, 'event_id'> &
  Partial<Pick<RunRow, 'body_hash' | 'cause' | 'hops'>> & {
    /** When they may begin; later than now where a plan's pace holds them. */
    begins?: number
  }

/** The part of a run that is known before it is taken. */
type InsertedRun = Pick<RunRow, 'seq' | 'salt' | 'at' | 'attempt' | 'event_row'>

/**
 * Stores an event with one run for each of these, each once by (Applet, subscription, event). Returns the runs that are
 * new. Call it inside a transaction.
 */
export function insertRuns(
  memory: RunnerMemory,
  event: StoredEvent,
  starts: readonly RunStart[],
  of: NewRuns,
): InsertedRun[] {
  return insertDoc(memory, JSON.stringify(event), starts, of)
}

/** Like `insertRuns`, in a transaction of its own. */
export function storeRuns(
  memory: RunnerMemory,
  event: StoredEvent,
  starts: readonly RunStart[],
  of: NewRuns,
): InsertedRun[] {
  const doc = JSON.stringify(event)
  const isOne = starts.length === 1 && doc.length <= SHARED_EVENT_BYTES
  return transactUnlessOne(memory, isOne, () => insertDoc(memory, doc, starts, of))
}

function insertDoc(
  memory: RunnerMemory,
  doc: string,
  starts: readonly RunStart[],
  { event_id, body_hash = null, cause = 'event', hops = 0, begins = memory.world.now() }: NewRuns,
): InsertedRun[] {
  const { world } = memory
  const row = doc.length > SHARED_EVENT_BYTES ? insertEvent(memory, doc) : null
  const held = begins > world.now()
  const inserted: InsertedRun[] = []
  for (const { applet_id, rev, feature, subscription } of starts) {
    // A clock that goes back keeps the order of ids.
    const at = Math.max(memory.newest_run, world.now())
    const values: SqlValue[] = [
      newSalt(() => world.random()),
      at,
      applet_id,
      rev,
      feature,
      subscription,
      storedEventId(event_id, feature),
      body_hash,
      // Only requests to hooks count for the pace.
      inserted.length === 0 && body_hash !== null ? 1 : 0,
      begins,
      row === null ? doc : null,
      row,
      held ? 'held' : 'ready',
      held ? 'pace' : null,
      begins,
      begins + GIVE_UP_AFTER,
      cause,
      hops,
      doc.length,
    ]
    const [made] = world.sql<InsertedRun>(
      `insert into run (salt, at, applet_id, rev, feature, subscription, event_id, body_hash, leads, begins, event, event_row, state,
       hold, due, give_up, cause, hops, bytes) values (${values.map(() => '?').join(', ')})
       on conflict (applet_id, subscription, event_id) do nothing returning seq, salt, at, attempt, event_row`,
      ...values,
    )
    if (!made) continue
    inserted.push(made)
    memory.newest_run = at
    if (body_hash !== null && !held) memory.fresh = { seq: made.seq, attempt: made.attempt, applet_id, rev }
  }
  memory.open_runs += inserted.length
  if (row !== null && inserted.length === 0) world.sql('delete from event where id = ?', row)
  return inserted
}

/** Two features of one Applet may share a subscription: each has a run of its own. */
function storedEventId(event_id: string, feature: string | null): string {
  return feature === null ? event_id : `${event_id}@${feature}`
}

/** The run that this event has started. */
export function findStarted(
  { world }: RunnerMemory,
  { applet_id, subscription, feature }: Omit<RunStart, 'rev'>,
  event_id: string,
): Pick<RunRow, 'seq' | 'salt' | 'at' | 'body_hash'> | null {
  const [row] = world.sql<Pick<RunRow, 'seq' | 'salt' | 'at' | 'body_hash'>>(
    'select seq, salt, at, body_hash from run where applet_id = ? and subscription = ? and event_id = ?',
    applet_id,
    subscription,
    storedEventId(event_id, feature),
  )
  return row ?? null
}

function insertEvent({ world }: RunnerMemory, doc: string): number {
  const [made] = world.sql<{ id: number }>('insert into event (doc) values (?) returning id', doc)
  if (!made) throw new Error('An event was not stored.')
  return made.id
}

export function readRunRow({ world }: RunnerMemory, seq: number): RunRow | null {
  return world.sql<RunRow>('select * from run where seq = ?', seq)[0] ?? null
}

export function readEvent({ world }: RunnerMemory, run: Pick<RunRow, 'event' | 'event_row'>): StoredEvent | null {
  if (run.event !== null) return JSON.parse(run.event)
  if (run.event_row === null) return null
  const [row] = world.sql<{ doc: string }>('select doc from event where id = ?', run.event_row)
  return row ? JSON.parse(row.doc) : null
}

export function ingredientsOf(event: StoredEvent): Ingredients {
  return { ...event.ingredients, ...Object.fromEntries(event.from_text.map((name) => [name, event.text])) }
}

export function readWork({ world }: RunnerMemory, seq: number): RunProgress | null {
  const [row] = world.sql<{ doc: string }>('select doc from work where seq = ?', seq)
  return row ? upcastProgress(JSON.parse(row.doc)) : null
}

/** Marks a run as taken by this incarnation. Its `due` stays, so that a crash leaves it due. Null if another has it. */
export function takeRun({ world }: RunnerMemory, { seq, attempt }: Pick<RunRow, 'seq' | 'attempt'>): RunRow | null {
  const [taken] = world.sql<RunRow>(
    `update run set state = 'calling', hold = null, attempt = attempt + 1, takes = takes + 1, boot = ?
     where seq = ? and attempt = ? and ended_at is null returning *`,
    world.boot,
    seq,
    attempt,
  )
  return taken ?? null
}

/** A run under way stays due, so that a crash leaves it so, also after the clock went back. In ms. */
export function dueNow({ world }: RunnerMemory, { due }: RunRow): number {
  return Math.min(due ?? world.now(), world.now())
}

type OpenChange = {
  state: 'calling' | 'waiting' | 'retrying' | 'held' | 'ready'
  due: number
  give_up?: number
  hold?: HoldReason | null
  message?: string | null
  /** Whether nothing came of this taking: after five, the run fails. */
  without_outcome?: boolean
}

/** Writes how far a run has come, while this attempt still has it. Returns false if it has not. */
export function saveOpenRun(memory: RunnerMemory, run: RunRow, progress: RunProgress, change: OpenChange): boolean {
  const { world } = memory
  return transact(memory, () => {
    const saved = world.sql(
      `update run set state = ?, hold = ?, due = ?, give_up = ?, message = ?, steps = ?, takes = ? where seq = ? and attempt = ?
       and ended_at is null returning seq`,
      change.state,
      change.hold ?? null,
      change.due,
      change.give_up ?? run.give_up,
      change.message ?? null,
      JSON.stringify(cutProgress(progress)),
      change.state === 'calling' || change.without_outcome ? run.takes : 0,
      run.seq,
      run.attempt,
    )
    if (saved.length === 0) return false
    saveWork(memory, run.seq, progress)
    return true
  })
}

export function saveWork({ world }: RunnerMemory, seq: number, progress: RunProgress): void {
  world.sql(
    'insert into work (seq, doc) values (?, ?) on conflict (seq) do update set doc = excluded.doc',
    seq,
    JSON.stringify(progress),
  )
}

export type RunEnd = { state: EndRunState; message: string | null }

/** Ends a run. Work goes, unless a person may reopen it. Returns false if another attempt has it. */
export function endRun(
  memory: RunnerMemory,
  run: InsertedRun,
  progress: RunProgress | null,
  end: RunEnd,
  keep: { contents: boolean; has_work: boolean },
): boolean {
  const { world } = memory
  const reopens = end.state === 'failed' || end.state === 'unsure'
  const keepsWork = reopens && keep.contents && progress !== null
  const isOne = !keepsWork && !keep.has_work && (keep.contents || run.event_row === null)
  const ended = transactUnlessOne(memory, isOne, () => {
    const steps = progress && JSON.stringify(cutProgress(keep.contents ? progress : withoutInputs(progress)))
    const saved = world.sql(
      `update run set state = ?, hold = null, due = null, message = ?, steps = ?, ended_at = ?, takes = 0,
       event = case when ? then event end, event_row = case when ? then event_row end
       where seq = ? and attempt = ? and ended_at is null returning seq`,
      end.state,
      end.message,
      steps,
      world.now(),
      keep.contents ? 1 : 0,
      keep.contents ? 1 : 0,
      run.seq,
      run.attempt,
    )
    if (saved.length === 0) return false
    memory.open_runs -= 1
    if (keepsWork) saveWork(memory, run.seq, progress)
    else if (keep.has_work) world.sql('delete from work where seq = ?', run.seq)
    if (!keep.contents) dropEvent(memory, run.event_row)
    return true
  })
  if (ended) memory.under_way.delete(run.seq)
  return ended
}

/** Deletes a shared event that no run refers to anymore. */
function dropEvent({ world }: RunnerMemory, id: number | null): void {
  if (id === null) return
  world.sql('delete from event where id = ? and not exists (select 1 from run where event_row = ?)', id, id)
}

function withoutInputs(progress: RunProgress): RunProgress {
  return { ...withServices(progress, withoutInput), decisions: null }
}

function withoutInput<Step extends ServiceProgress>(step: Step): Step {
  return { ...step, ...('rows' in step && { rows: null }), fields: null, answer: null, url: null }
}
