import { CELL_BREAK } from '../../../worker/contract/connections/service.ts'
import { parseText } from '../../../worker/contract/ingredients/parse-text.ts'

/** With the space or line that stands around it: one on each side, because more was typed. */
const BREAK = new RegExp(`[ \\n]?${CELL_BREAK.replaceAll('|', '\\|')}[ \\n]?`)

/** The cells of a stored row; an empty one has one cell. What stands in an ingredient's braces parts no cells. */
export function splitCells(row: string): string[] {
  const cells = ['']
  for (const part of parseText(row)) {
    const [first = '', ...others] = part.kind === 'ingredient' ? [part.source] : part.text.split(BREAK)
    cells.push(`${cells.pop()}${first}`, ...others)
  }
  return cells
}

/** The row as it is stored, without the empty cells at its end. */
export function joinCells(cells: readonly string[]): string {
  return cells.slice(0, lastFilled(cells) + 1).join(` ${CELL_BREAK} `)
}

/** The index of the last cell with something in it; -1 for none. */
export function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '')
}

/** A copied cell and what ends it. Spreadsheets put one that has a tab or a line break into quotes. */
const COPIED = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n?|\n|$)/gy

/**
 * The cells with the first row that was copied in a spreadsheet, from this index on, and how many rows were copied; null
 * for a text that is for one cell.
 */
export function pasteCells(
  cells: readonly string[],
  at: number,
  copied: string,
): { cells: string[]; rows: number } | null {
  if (!copied.includes('\t')) return null
  const rows = copiedRows(copied.trimEnd())
  const [first = []] = rows
  return { cells: cells.toSpliced(at, first.length, ...first), rows: rows.length }
}

function copiedRows(copied: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end = ''] of copied.matchAll(COPIED)) {
    rows.at(-1)?.push(plainCell(cell))
    if (end === '') return rows
    if (end !== '\t') rows.push([])
  }
  return rows
}

function plainCell(cell: string): string {
  const text = /[\t\r\n]/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell
  return text.replaceAll(/\s*[\t\r\n]+\s*/g, ' ')
}

/** The letters of a column, as spreadsheets name it. `index`: from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
