import { eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { runners } from '../../db/schema/runners.ts'
import type { Section } from './account-sections.ts'

const RUNS_AT_ONCE = 50

/** The user's runs with their contents as their pages show them, newest first, from the Runner. */
export function runSection({ db, runners: all }: Ctx, user_id: string): Section {
  return {
    name: 'runs',
    async read(after) {
      const [row] = await db.select({ runner_id: runners.runner_id }).from(runners).where(eq(runners.user_id, user_id))
      if (!row?.runner_id) return { rows: [], next: null }
      const { runs, next } = await all
        .get(row.runner_id)
        .exportRuns({ limit: RUNS_AT_ONCE, ...(after !== null && { before: after }) })
      return { rows: runs, next }
    },
  }
}
