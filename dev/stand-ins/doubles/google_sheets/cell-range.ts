import type { Cell, Sheet, SheetFile } from './google-state.ts'

const ROWS = 1000
const COLUMNS = 26

/** Counted from 0; the ends are included. */
type CellRange = { sheet: Sheet; top: number; bottom: number; left: number; right: number }

/** Reads a range in A1 notation, as large as the grid; null where it cannot be parsed. */
export function readRange({ sheets }: SheetFile, range: string): CellRange | null {
  const [, quoted, plain, cells = ''] = /^(?:(?:'((?:[^']|'')*)'|([^'!]+))!)?(.*)$/s.exec(range) ?? []
  const title = quoted?.replaceAll("''", "'") ?? plain
  const named = sheets.find((each) => each.title === (title ?? range))
  const sheet = title === undefined ? (named ?? sheets[0]) : named
  if (!sheet) return null
  if (title === undefined && named) return { sheet, top: 0, bottom: ROWS - 1, left: 0, right: COLUMNS - 1 }
  const [, fromColumn, fromRow, toColumn, toRow] = /^([A-Z]+)(\d*)(?::([A-Z]+)(\d*))?$/.exec(cells) ?? []
  if (fromColumn === undefined) return null
  const left = columnOf(fromColumn)
  const isColumn = fromRow === '' && toColumn !== undefined
  const top = isColumn ? 0 : Number(fromRow) - 1
  const bottom = isColumn || toRow === '' ? ROWS - 1 : Number(toRow ?? fromRow) - 1
  const right = Math.min(toColumn === undefined ? left : columnOf(toColumn), COLUMNS - 1)
  return top < 0 || top >= ROWS || left >= COLUMNS ? null : { sheet, top, bottom, left, right }
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
}

export function rangeName({ sheet, top, bottom, left, right }: CellRange): string {
  const name = (column: number, row: number) => `${String.fromCodePoint(65 + column)}${row + 1}`
  const quoted = /^[A-Za-z]\w*$/.test(sheet.title) ? sheet.title : `'${sheet.title.replaceAll("'", "''")}'`
  const [first, last] = [name(left, top), name(right, bottom)]
  return `${quoted}!${first === last ? first : `${first}:${last}`}`
}

/** The cells as they are shown, without what is empty at the end of a row and below the last one. */
export function shownCells({ sheet, top, bottom, left, right }: CellRange): string[][] {
  const rows = sheet.rows.slice(top, bottom + 1).map((row) => trimmed(row.slice(left, right + 1).map(String)))
  while (rows.at(-1)?.length === 0) rows.pop()
  return rows
}

function trimmed(cells: string[]): string[] {
  const last = cells.findLastIndex((each) => each !== '')
  return cells.slice(0, last + 1)
}

export function writeCells({ sheet, top, left }: CellRange, values: Cell[][]): void {
  for (const [down, row] of values.entries()) {
    while (sheet.rows.length <= top + down) sheet.rows.push([])
    const cells = sheet.rows[top + down] ?? []
    for (const [across, value] of row.entries()) {
      while (cells.length <= left + across) cells.push('')
      cells[left + across] = value
    }
  }
}
