import { databaseSize } from './fill/database-size.ts'
import type { RunAtSize } from './run-at-size.ts'

/** What one D1 database may hold. */
const D1_BYTES = 10_000_000_000

/** Bytes of each kind of row with its indexes, and at how many users one D1 database is full with this mix. */
export function printSizes(runs: readonly RunAtSize[]): void {
  for (const { applets, bytes, indexBytes, parts } of runs) {
    const size = databaseSize(applets)
    const each = (part: number, rows: number) => `${Math.round(part / rows)} B`
    const ofUser = parts.people.bytes + parts.billing.bytes + parts.messages.bytes + parts.short_lived.bytes
    const seconds = Object.values(parts).reduce((sum, { ms }) => sum + ms, 0) / 1000
    console.log(`
${applets.toLocaleString('en')} Applets: ${(bytes / 1e9).toFixed(2)} GB, filled in ${seconds.toFixed(0)} s
  user, with sessions, accounts, plan and mails  ${each(ofUser, size.users)}
  Applet, with steps and version                 ${each(parts.applets.bytes, size.applets)}
  Applet in the search index, if published       ${each(indexBytes, size.applets / 2)}
  enablement                                     ${each(parts.enablements.bytes, size.enablements)}
  line of activity                               ${each(parts.activity.bytes, size.activity)}
  10 GB are full at ${Math.floor((D1_BYTES / bytes) * size.users).toLocaleString('en')} users, each with ${size.applets / size.users} Applet, ${size.enablements / size.users} enablements, ${size.activity / size.users} lines of activity`)
  }
}
