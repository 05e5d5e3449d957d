/**
 * The unique index that a failed write violated, as SQLite names it: "users.email", or "a.b, a.c" for several columns.
 * Null for any other error. Drizzle may wrap D1's error, so the causes are searched too.
 */
export function uniqueViolation(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [, met] = /UNIQUE constraint failed: ([^:\n]+?)(?: ?:|\n|$)/.exec(cause.message) ?? []
    if (met) return met
  }
  return null
}
