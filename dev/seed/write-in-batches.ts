import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '../../worker/system/d1/client.ts'

/** Statements per batch: far below D1's limits, with few round trips. */
const SIZE = 100

export async function inBatches(db: Db, statements: BatchItem<'sqlite'>[]): Promise<void> {
  for (let start = 0; start < statements.length; start += SIZE) {
    const [first, ...rest] = statements.slice(start, start + SIZE)
    if (first) await db.batch([first, ...rest])
  }
}
