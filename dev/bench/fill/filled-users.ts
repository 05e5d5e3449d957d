import { createHash } from 'node:crypto'
import { MINUTE } from '../../../worker/contract/shared/durations.ts'

/**
 * Users of a filled database who have the same at every size, so that two sizes can be compared: `much` has 500 Applets
 * and Pro+, and `author` has published 200.
 */
export const FILLED_USERS = ['much', 'author'] as const
export type FilledUser = (typeof FILLED_USERS)[number]

export const ENABLED: Record<FilledUser, number> = { much: 500, author: 3 }
export const ACTIVITY: Record<FilledUser, number> = { much: 2000, author: 100 }
export const PUBLISHED_BY_AUTHOR = 200
/** The user numbers below this one are those above. */
export const FIRST_OTHER_USER = 10
/** The ids of filled Applets begin above those of the demo. */
export const FIRST_APPLET = 1001

export const WORD_OF_HALF = 'every'

/** The number of a user in the fill, from which their id follows. */
export function userNumber(user: FilledUser): number {
  return FILLED_USERS.indexOf(user)
}

/** People of the demo who have a session too: they exist at the stand-ins. */
export const DEMO_USERS = ['usr_proplus'] as const
export type DemoUser = (typeof DEMO_USERS)[number]

/** The cookie's token of their session. */
export function sessionToken(user: FilledUser | DemoUser): string {
  return `session-of-${user}`
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * An id as the product makes it, `usr_` with 32 hex digits, for the row of this number: SQL, so that a statement can
 * make a million. Neighbors have ids far apart, as random ones are.
 */
export function idSql(prefix: string, number: string): string {
  return `'${prefix}_' || printf('%08x%08x%016x', (${number}) * 2654435761 & 4294967295, (${number}) * 2246822519 & 4294967295, ${number})`
}

/** The same id, here. */
export function idOf(prefix: string, number: number): string {
  const scattered = (factor: bigint) => ((BigInt(number) * factor) & 4294967295n).toString(16).padStart(8, '0')
  return `${prefix}_${scattered(2654435761n)}${scattered(2246822519n)}${number.toString(16).padStart(16, '0')}`
}

/** A fraction from 0 to 1 that looks random, the same in each run: SQL. */
export function fractionSql(number: string): string {
  return `(((${number}) * 2654435761 + 97 & 4294967295) / 4294967296.0)`
}

/** Counts from `from` up to, but not including, `to`: a common table expression with the column `n`. */
export function countSql(from: number, to: number): string {
  return `with recursive numbers(n) as (select ${from} where ${from} < ${to} union all select n + 1 from numbers where n + 1 < ${to})`
}

/** The time of row `n` of a log, oldest first, SQL: the purge finds what a quarter of an hour leaves it, but always a few. */
export function timeSql(now: number, rows: number, kept: number): string {
  const span = kept + Math.max(15 * MINUTE, (5 * kept) / rows)
  return `cast(${now} - ${span} + n * ${span / rows} as integer)`
}
