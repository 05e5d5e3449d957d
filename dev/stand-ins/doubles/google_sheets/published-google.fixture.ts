import { join } from 'node:path'
import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'
import { publishedEndpoints } from '../published/published-endpoints.ts'
import { checkOfType } from '../published/published-types.ts'
import type { Exchange } from '../testing/open-double.fixture.ts'
import type * as googleTypes from './google-types.ts'

type Named = {
  Spreadsheet: googleTypes.Spreadsheet
  ValueRange: googleTypes.ValueRange
  AppendValues: googleTypes.AppendValues
  UpdateValues: googleTypes.UpdateValues
  BatchUpdate: googleTypes.BatchUpdate
  BatchUpdated: googleTypes.BatchUpdated
  DriveFile: googleTypes.DriveFile
  DriveFiles: googleTypes.DriveFiles
}
const ofType = (name: keyof Named) => checkOfType(join(import.meta.dirname, 'google-types.ts'), name)

const FIELDS = ['fields'] as const satisfies (keyof sheets_v4.Params$Resource$Spreadsheets$Get &
  keyof drive_v3.Params$Resource$Files$Create)[]
const LIST = ['q', 'orderBy', 'pageSize'] as const satisfies (keyof drive_v3.Params$Resource$Files$List)[]
const GET = ['majorDimension'] as const satisfies (keyof sheets_v4.Params$Resource$Spreadsheets$Values$Get)[]
const UPDATE = ['valueInputOption'] as const satisfies (keyof sheets_v4.Params$Resource$Spreadsheets$Values$Update)[]
const SHEETS = '^/v4/spreadsheets'

const range = ofType('ValueRange')

const published = publishedEndpoints([
  { method: 'GET', path: /^\/v1\/userinfo/ },
  { method: 'GET', path: /^\/drive\/v3\/files$/, query: [...LIST, ...FIELDS], answer: ofType('DriveFiles') },
  {
    method: 'POST',
    path: /^\/drive\/v3\/files$/,
    query: FIELDS,
    body: ofType('DriveFile'),
    answer: ofType('DriveFile'),
  },
  { method: 'DELETE', path: /^\/drive\/v3\/files\/[^/]+$/ },
  { method: 'GET', path: new RegExp(`${SHEETS}/[^/]+$`), query: FIELDS, answer: ofType('Spreadsheet') },
  { method: 'GET', path: new RegExp(`${SHEETS}/[^/]+/values/[^/]+$`), query: GET, answer: range },
  {
    method: 'PUT',
    path: new RegExp(`${SHEETS}/[^/]+/values/[^/]+$`),
    query: UPDATE,
    body: range,
    answer: ofType('UpdateValues'),
  },
  {
    method: 'POST',
    path: new RegExp(`${SHEETS}/[^/]+:batchUpdate$`),
    body: ofType('BatchUpdate'),
    answer: ofType('BatchUpdated'),
  },
])

/** Lists what is not as Google publishes it, in our steps' requests and in the answers of the double at `address`. */
export function googleProblems(address: string, exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap(({ method, address: asked, body, status, answer }) => {
    const path = asked.slice(address.length).split('?')[0] ?? ''
    const call = { method, path, query: Object.fromEntries(new URL(asked).searchParams), body }
    return [...published.requestProblems(call), ...published.answerProblems(call, { status, body: answer })]
  })
}
