import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '../../worker/db/client.ts'

/** Statements a batch: far from D1's limits, and few enough round trips to be quick. */
const SIZE = 100

export async function inBatches(db: Db, statements: BatchItem<'sqlite'>[]): Promise<void> {
  for (let start = 0; start < statements.length; start += SIZE) {
    const [first, ...rest] = statements.slice(start, start + SIZE)
    if (first) await db.batch([first, ...rest])
  }
}
