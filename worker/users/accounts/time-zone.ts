import { sql } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'

/**
 * The value of the `timezone` cookie if it names a zone, else null. Browsers use different names for a zone
 * (Asia/Calcutta, Asia/Kolkata), so aliases count; offsets such as +01:00 do not.
 */
export function knownTimeZone(value: string | undefined): string | null {
  if (!value || value.length > 64 || !/^[A-Za-z]/.test(value)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions()
    return timeZone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(timeZone) ? value : null
  } catch {
    return null
  }
}

/** The zone of a browser that signs in, for a user who has not chosen another. */
export function unlessChosen(zone: string) {
  return sql<string>`case when ${users.timezone_chosen} then ${users.timezone} else ${zone} end`
}
