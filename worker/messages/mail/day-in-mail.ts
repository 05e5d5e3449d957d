import { localTime } from '../../contract/schedule/local-moment.ts'

/** "April 1, 2026": the day of this moment (ms) in the reader's zone. */
export function dayInMail(at: number, timezone: string | null): string {
  const local = localTime(at, timezone ?? 'UTC')
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(local)
}
