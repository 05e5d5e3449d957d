import { AsyncLocalStorage } from 'node:async_hooks'

/** How many turns of the microtask queue a read waits for others: calls that start together ask within these. */
const TURNS = 40

type Prepared = { getQuery(): { sql: string } }
type Preparable = { _prepare(): Prepared }
/** D1's batch, as one of Drizzle's. */
export type Batch = (queries: readonly Preparable[]) => Promise<unknown[]>
type Waiting = {
  queries: readonly Preparable[]
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

const sharing = new AsyncLocalStorage<Map<Batch, Waiting[]>>()

/** Runs work whose reads that are asked for at about the same time go to D1 in one round trip. */
export function shareReads<Result>(work: () => Result): Result {
  return sharing.run(new Map(), work)
}

export function isSharingReads(): boolean {
  return sharing.getStore() !== undefined
}

/** A batch that goes together with others inside of `shareReads`, if it only selects. */
export function sharedBatch(batch: Batch, queries: readonly Preparable[]): Promise<unknown[]> {
  const groups = sharing.getStore()
  if (!groups) return batch(queries)
  // Building a statement takes longer than D1 does to answer it, so it is built once.
  // oxlint-disable-next-line no-underscore-dangle -- Drizzle's own name
  const built = queries.map((query) => query._prepare())
  const again = built.map((prepared) => ({ _prepare: () => prepared }))
  return built.every(isSelect) ? waitForOthers(groups, batch, again) : batch(again)
}

function isSelect(prepared: Prepared): boolean {
  return /^\(?select\b/i.test(prepared.getQuery().sql)
}

function waitForOthers(groups: Map<Batch, Waiting[]>, batch: Batch, queries: readonly Preparable[]) {
  return new Promise<unknown[]>((resolve, reject) => {
    const waiting = groups.get(batch)
    if (waiting) return void waiting.push({ queries, resolve, reject })
    groups.set(batch, [{ queries, resolve, reject }])
    void sendTogether(groups, batch)
  })
}

async function sendTogether(groups: Map<Batch, Waiting[]>, batch: Batch): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
  const waiting = groups.get(batch) ?? []
  groups.delete(batch)
  try {
    const results = await batch(waiting.flatMap(({ queries }) => queries))
    let from = 0
    for (const { queries, resolve } of waiting) resolve(results.slice(from, (from += queries.length)))
  } catch (error) {
    const [only, ...others] = waiting
    if (others.length === 0) return only?.reject(error)
    // One read that D1 refuses must not fail the others; what only reads may be asked again.
    for (const { queries, resolve, reject } of waiting) batch(queries).then(resolve, reject)
  }
}
