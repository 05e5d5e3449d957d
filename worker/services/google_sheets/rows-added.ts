import { hashText } from './hash-text.ts'

/**
 * The memory of a sheet between two polls: how many rows it had and had ever got, and its last rows, hashed.
 */
type SheetMark = { rows: number; ever: number; last: number[] }

/** How many rows are remembered. */
const REMEMBERED = 10

export function readMark(text: string | null | undefined): SheetMark | null {
  const [rows, ever, last = ''] = (text ?? '').split(' ')
  if (!rows || !ever) return null
  return { rows: Number(rows), ever: Number(ever), last: last === '' ? [] : last.split(',').map(Number) }
}

export function writeMark({ rows, ever, last }: SheetMark): string {
  return `${rows} ${ever} ${last.join(',')}`
}

/**
 * How many rows were added at the end. Sheets has neither ids nor times of rows, so this looks for the last rows of
 * before: what stands below them is new. Rows that were changed, moved, sorted, or added further up are not.
 */
export function markRows(
  before: SheetMark | null,
  rows: readonly (readonly string[])[],
): SheetMark & { added: number } {
  const added = before === null ? 0 : countAdded(before, rows)
  const ever = before === null ? rows.length : before.ever + added
  return { rows: rows.length, ever, last: rows.slice(-REMEMBERED).map(hashRow), added }
}

/** Rows from the end in which those of before are looked for. */
const LOOKED_AT = 500

function countAdded({ rows: count, last }: SheetMark, rows: readonly (readonly string[])[]): number {
  const start = Math.max(0, rows.length - LOOKED_AT)
  const hashes = rows.slice(start).map(hashRow)
  const growth = Math.max(0, rows.length - count)
  for (let known = last.length - 1; known >= 0; known--) {
    const below = last.length - 1 - known
    const places = hashes.flatMap((hash, at) => (hash === last[known] ? at : []))
    // Equal rows are told apart by the row above, and by where they were.
    const certain = places.filter((at) => known > 0 && hashes[at - 1] === last[known - 1])
    const place = nearest(certain, count - 1 - below - start) ?? nearest(places, count - 1 - below - start)
    if (place === undefined) continue
    const after = hashes.slice(place + 1)
    const added = after.length - below
    if (added <= growth && certain.includes(place)) return Math.max(0, added)
    // The sheet may have been sorted: what stood there before is not new.
    const lastKnown = after.findLastIndex((hash) => last.includes(hash))
    return Math.max(0, Math.min(added, after.length - 1 - lastKnown))
  }
  return growth
}

function nearest(places: number[], to: number): number | undefined {
  return places.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0]
}

function hashRow(row: readonly string[]): number {
  return hashText(JSON.stringify(row))
}
