import { join } from 'node:path'
import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'
import { typeProblemsOf } from '../published/published-types.ts'
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
type Endpoint = {
  method: string
  path: RegExp
  query: readonly string[]
  body: keyof Named | null
  answer: keyof Named | null
}

const FIELDS = ['fields'] as const satisfies (keyof sheets_v4.Params$Resource$Spreadsheets$Get &
  keyof drive_v3.Params$Resource$Files$Create)[]
const LIST = ['q', 'orderBy', 'pageSize'] as const satisfies (keyof drive_v3.Params$Resource$Files$List)[]
const GET = ['majorDimension'] as const satisfies (keyof sheets_v4.Params$Resource$Spreadsheets$Values$Get)[]
const UPDATE = ['valueInputOption'] as const satisfies (keyof sheets_v4.Params$Resource$Spreadsheets$Values$Update)[]
const SHEETS = '^/v4/spreadsheets'

const endpoints: Endpoint[] = [
  { method: 'GET', path: /^\/drive\/v3\/files$/, query: [...LIST, ...FIELDS], body: null, answer: 'DriveFiles' },
  { method: 'POST', path: /^\/drive\/v3\/files$/, query: FIELDS, body: 'DriveFile', answer: 'DriveFile' },
  { method: 'DELETE', path: /^\/drive\/v3\/files\/[^/]+$/, query: [], body: null, answer: null },
  { method: 'GET', path: new RegExp(`${SHEETS}/[^/]+$`), query: FIELDS, body: null, answer: 'Spreadsheet' },
  { method: 'GET', path: new RegExp(`${SHEETS}/[^/]+/values/[^/]+$`), query: GET, body: null, answer: 'ValueRange' },
  {
    method: 'PUT',
    path: new RegExp(`${SHEETS}/[^/]+/values/[^/]+$`),
    query: UPDATE,
    body: 'ValueRange',
    answer: 'UpdateValues',
  },
  {
    method: 'POST',
    path: new RegExp(`${SHEETS}/[^/]+:batchUpdate$`),
    query: [],
    body: 'BatchUpdate',
    answer: 'BatchUpdated',
  },
]

const typeProblems = typeProblemsOf<keyof Named>(join(import.meta.dirname, 'google-types.ts'))

/** Lists what is not as Google publishes it, in our steps' requests and in the answers of the double at `address`. */
export function googleProblems(address: string, exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((exchange) => {
    const url = new URL(exchange.address)
    const path = exchange.address.slice(address.length).split('?')[0] ?? ''
    if (path.startsWith('/v1/userinfo')) return []
    const endpoint = endpoints.find((each) => each.method === exchange.method && each.path.test(path))
    if (!endpoint) return [`${exchange.method} ${path} is not published`]
    const unknown = [...url.searchParams.keys()].filter((name) => !endpoint.query.includes(name))
    return [
      ...unknown.map((name) => `${name} is not a parameter of ${path}`),
      ...(endpoint.body ? typeProblems(endpoint.body, exchange.body) : []),
      ...(endpoint.answer && exchange.status < 400 ? typeProblems(endpoint.answer, exchange.answer) : []),
    ]
  })
}
