import { shareReads } from '../db/shared-reads.ts'

/** Runs the fields of a document that only reads: what they ask of D1 together takes one round trip. */
export function readTogether<Result>(fields: () => Result): Result {
  return shareReads(fields)
}
