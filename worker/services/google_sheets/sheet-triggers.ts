import type { Poll } from '../../engine/steps/service-steps.ts'
import type { PollPage } from '../../system/runner-api/step-outcome.ts'
import { ingredient } from '../format/define-service.ts'
import { hashText } from './hash-text.ts'
import { readCells, readRows, spreadsheetUrl, toRow } from './read-rows.ts'
import { markRows, readMark, writeMark } from './rows-added.ts'

/** Old rows that a poll lists again, so that those of before are seen to be there still. */
const SHOWN_AGAIN = 20
const MOST_ROWS = 200

/** Rows have no ids: each is numbered by how many the sheet had ever got. */
export const pollNewRows: Poll = async ({ fields, mark }, io) => {
  const read = await readRows(fields, io)
  if (!read.ok) return read
  const { rows } = read.value
  const { added, ...marked } = markRows(readMark(mark), rows)
  const count = Math.min(rows.length, added + SHOWN_AGAIN, MOST_ROWS)
  const items = Array.from({ length: count }, (_, back) => ({
    id: `row ${marked.ever - back}`,
    at: io.now,
    ingredients: toRow(read.value, rows.length - 1 - back, fields),
  }))
  return { ok: true, value: { ...pageOf(writeMark(marked)), items } }
}

export const cellIngredients = [
  ingredient('Value', 'Value', 'text', '42'),
  ingredient('Cell', 'Cell', 'text', 'B2'),
  ingredient('SheetUrl', 'Link to the spreadsheet', 'url', 'https://docs.google.com/spreadsheets/d/1aB/edit#range=B2'),
]

/** A value that comes back is a change too, so each is numbered. */
export const pollCell: Poll = async ({ fields, mark }, io) => {
  const cell = (fields['cell'] ?? '').trim().toUpperCase()
  const read = await readCells(fields, cell, io)
  if (!read.ok) return read
  const value = read.value.rows[0]?.[0] ?? ''
  const hash = String(hashText(value))
  const [number = '0', before = hash] = (mark ?? '').split(' ').filter(Boolean)
  const changes = Number(number) + (hash === before ? 0 : 1)
  const ingredients = { Value: value, Cell: cell, SheetUrl: spreadsheetUrl(read.value.spreadsheet, `#range=${cell}`) }
  const items = [{ id: `change ${changes}`, at: io.now, ingredients }]
  return { ok: true, value: { ...pageOf(`${changes} ${hash}`), items } }
}

function pageOf(etag: string): Omit<PollPage, 'items'> {
  return { next: null, etag, last_modified: null, unchanged: false, fresh_for: null }
}
