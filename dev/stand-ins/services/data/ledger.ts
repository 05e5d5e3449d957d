import type { Item } from './sample-data.ts'

/** One create or update that a service did, or answered again without doing it. */
export type LedgerEntry = {
  at: string
  service: string
  accountId: string
  method: string
  path: string
  /** Idempotency-Key and X-Request-ID as they were sent. */
  key: string | null
  requestId: string | null
  body: unknown
  item: string
  /** True where a repeated key got the first answer again, so that nothing was done. */
  repeated: boolean
}

/** The item that a key's first request created, with the body that came with it. */
export type FirstAnswer = { body: unknown; item: Item }

const LONGEST = 20_000

type Kept = { state: { ledger: LedgerEntry[] }; save: () => void; now: () => number }

export function record(ctx: Kept, entry: Omit<LedgerEntry, 'at'>): void {
  ctx.state.ledger.push({ at: new Date(ctx.now()).toISOString(), ...entry })
  if (ctx.state.ledger.length > LONGEST) ctx.state.ledger.splice(0, ctx.state.ledger.length - LONGEST)
  ctx.save()
}

/** Groups the entries that were done more than once for the same request id, else for the same key. */
export function doneTwice(ledger: readonly LedgerEntry[]): LedgerEntry[][] {
  const done = ledger.filter((entry) => !entry.repeated && (entry.requestId ?? entry.key) !== null)
  const groups = Map.groupBy(done, (entry) => `${entry.accountId} ${entry.requestId ?? entry.key}`)
  return [...groups.values()].filter((entries) => entries.length > 1)
}
