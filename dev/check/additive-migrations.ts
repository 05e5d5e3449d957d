/** Changes that break the Worker still running while a deployment migrates, or that a rollback could not read. */
const NOT_ADDITIVE = [
  { what: 'drops a table', pattern: /\bdrop\s+table\b/i },
  { what: 'drops a column', pattern: /\bdrop\s+column\b/i },
  { what: 'renames', pattern: /\brename\b/i },
  {
    what: 'adds a column that must not be null, without a default',
    pattern: /\badd\s+(?:column\s+)?(?:`[^`]+`|"[^"]+"|\w+)(?=[^;]*\bnot\s+null\b)(?![^;]*\bdefault\b)[^;]*/i,
  },
] as const

/** Names all that a migration takes away, in words; empty where it only adds. */
export function notAdditive(sql: string): string[] {
  const statements = sql.replaceAll(/--[^\n]*/g, '').split(';')
  return NOT_ADDITIVE.filter(({ pattern }) => statements.some((statement) => pattern.test(statement))).map(
    ({ what }) => what,
  )
}
