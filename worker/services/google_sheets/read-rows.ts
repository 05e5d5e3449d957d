import { CELL_BREAK } from '../../contract/connections/service.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { Ingredients, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { ingredient } from '../format/define-service.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import { askGoogle, GOOGLE } from './google-io.ts'
import { spreadsheetOf } from './spreadsheet.ts'

/** Between the cells of a row that is written as one text. */
const COLUMNS = 'ABCDEFGH'
const EXAMPLE = ['2026-03-02', 'Jacquard', '4']

/** The ingredients of a row: its first eight cells, and all of them as one text. */
export const rowIngredients = [
  ...[...COLUMNS].map((column, index) =>
    ingredient(`Column${column}`, `Column ${column}`, 'text', EXAMPLE[index] ?? `${column}`),
  ),
  ingredient('Row', 'All cells', 'text', [...EXAMPLE, ...'DEFGH'].join(` ${CELL_BREAK} `)),
  ingredient('RowNumber', 'Number of the row', 'number', '2'),
  ingredient('RowUrl', 'Link to the row', 'url', 'https://docs.google.com/spreadsheets/d/1aB/edit#range=A2'),
]
export const exampleCells = [...EXAMPLE, ...'DEFGH']

/** A1 notation. Without a sheet it means the first one. */
export function rangeOf({ sheet = '' }: Record<string, string>, cells: string): string {
  return sheet.trim() === '' ? cells : `'${sheet.trim().replaceAll("'", "''")}'!${cells}`
}

export function valuesPath(spreadsheet: string, range: string): string {
  return `/v4/spreadsheets/${encodeURIComponent(spreadsheet)}/values/${encodeURIComponent(range)}`
}

export function spreadsheetUrl(spreadsheet: string, hash: string): string {
  return `https://docs.google.com/spreadsheets/d/${encodeURIComponent(spreadsheet)}/edit${hash}`
}

type Cells = { spreadsheet: string; rows: string[][] }

/** The cells of a range as they are shown, up to the last row that has some. */
export async function readCells(
  fields: Record<string, string>,
  cells: string,
  io: StepIo,
): Promise<StepOutcome<Cells>> {
  const spreadsheet = await spreadsheetOf(fields, io)
  if (!spreadsheet.ok) return spreadsheet
  const path = valuesPath(spreadsheet.value, rangeOf(fields, cells))
  const asked = await askGoogle({ method: 'GET', path, query: { majorDimension: 'ROWS' } }, io)
  if (!asked.ok) return asked
  const values = readPlace(asked.value, '$.values') ?? []
  if (!Array.isArray(values) || !values.every(Array.isArray)) return protocolProblem(GOOGLE, 200)
  return { ok: true, value: { spreadsheet: spreadsheet.value, rows: values.map((row) => row.map(String)) } }
}

/** All rows of the step's sheet. */
export function readRows(fields: Record<string, string>, io: StepIo): Promise<StepOutcome<Cells>> {
  return readCells(fields, 'A:Z', io)
}

/** `index` from 0. */
export function toRow(
  { spreadsheet, rows }: Cells,
  index: number,
  { sheet = '' }: Record<string, string>,
): Ingredients {
  const row = rows[index] ?? []
  const hash = sheet.trim() === '' ? `#range=A${index + 1}` : ''
  return {
    ...Object.fromEntries([...COLUMNS].map((column, at) => [`Column${column}`, row[at] ?? ''])),
    Row: row.join(` ${CELL_BREAK} `),
    RowNumber: index + 1,
    RowUrl: spreadsheetUrl(spreadsheet, hash),
  }
}
