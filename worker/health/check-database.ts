import { sql } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'

/** How long D1 may take, in ms. */
const PATIENCE = 2000

/** Throws if D1 does not answer one read within 2 s. */
export async function checkDatabase({ db }: Ctx): Promise<void> {
  await Promise.race([db.run(sql`select 1`), tooLate()])
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`D1 took over ${PATIENCE} ms.`)), PATIENCE))
}
