/**
 * The column that a failed write set to null, such as "users.email"; null for any other error. A statement that sets a
 * column to null unless its condition holds undoes its whole batch: D1 has no other conditional batch.
 */
export function notNullViolation(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [, met] = /NOT NULL constraint failed: ([\w.]+)/.exec(cause.message) ?? []
    if (met) return met
  }
  return null
}
