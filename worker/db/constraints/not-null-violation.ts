/**
 * Which column a failed write wanted to leave empty, such as "users.email"; null for any other error. A statement that
 * sets null where its condition does not hold so undoes its whole batch: D1 has no other way to say "only if".
 */
export function notNullViolation(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [, met] = /NOT NULL constraint failed: ([\w.]+)/.exec(cause.message) ?? []
    if (met) return met
  }
  return null
}
