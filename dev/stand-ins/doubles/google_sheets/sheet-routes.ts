import { randomInt } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { sheets_v4 } from '@googleapis/sheets'
import { CallRate } from '../context/call-rate.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { rangeName, readRange, shownCells, writeCells } from './cell-range.ts'
import {
  aFile,
  badRequest,
  googleError,
  googleState,
  grantOf,
  notFound,
  sharedFile,
  type Cell,
  type Sheet,
  type SheetFile,
} from './google-state.ts'

/** Reads and writes a minute for each user. */
const QUOTA = 60
const OPTIONS = new Set(['RAW', 'USER_ENTERED'])

/** Sheets' API, version 4: spreadsheets, their values, and batches of changes that apply whole or not at all. */
export function sheetRoutes(ctx: DoubleContext): Hono {
  const app = new Hono().basePath('/v4/spreadsheets')
  const [reads, writes] = [new CallRate(QUOTA, 60_000), new CallRate(QUOTA, 60_000)]
  const fileOf = (c: Context) => sharedFile(ctx, grantOf(ctx, c)?.accountId ?? '', c.req.param('id'))
  const changed = (file: SheetFile) => {
    file.modified = ctx.now()
    ctx.save()
  }
  app.use(async (c, next) => {
    const [kind, rate] = c.req.method === 'GET' ? ['Read', reads] : ['Write', writes]
    const wait = rate.take(grantOf(ctx, c)?.accountId ?? '', ctx.now())
    const quota = `${kind} requests' and limit '${kind} requests per minute per user'`
    return wait > 0 ? googleError(429, 'RESOURCE_EXHAUSTED', `Quota exceeded for quota metric '${quota}.`) : next()
  })
  app.post('/', async (c) => {
    const body: sheets_v4.Schema$Spreadsheet = await c.req.json()
    const account = grantOf(ctx, c)?.accountId ?? ''
    const name = body.properties?.title ?? 'Untitled spreadsheet'
    const file = aFile({ account, name, shared: true }, ctx.now())
    googleState(ctx).files.push(file)
    ctx.save()
    return c.json(spreadsheetObject(file))
  })
  app.get('/:id/values/:range', (c) => {
    const file = fileOf(c)
    const range = file && readRange(file, c.req.param('range'))
    if (!range) return file ? badRequest(`Unable to parse range: ${c.req.param('range')}`) : notFound()
    const values = shownCells(range)
    return c.json({ range: rangeName(range), majorDimension: 'ROWS', ...(values.length > 0 && { values }) })
  })
  app.put('/:id/values/:range', async (c) => {
    const file = fileOf(c)
    const range = file && readRange(file, c.req.param('range'))
    if (!range) return file ? badRequest(`Unable to parse range: ${c.req.param('range')}`) : notFound()
    if (!OPTIONS.has(c.req.query('valueInputOption') ?? '')) return badRequest("'valueInputOption' is required")
    const { values = [] }: { values?: Cell[][] } = await c.req.json()
    writeCells(range, values)
    changed(file)
    return c.json(updated(file, rangeName(range), values))
  })
  app.post('/:id/values/:append{.+:append}', async (c) => {
    const file = fileOf(c)
    const range = file && readRange(file, c.req.param('append').slice(0, -':append'.length))
    if (!range) return file ? badRequest('Unable to parse range') : notFound()
    if (!OPTIONS.has(c.req.query('valueInputOption') ?? '')) return badRequest("'valueInputOption' is required")
    const { values = [] }: { values?: Cell[][] } = await c.req.json()
    const at = { ...range, top: range.sheet.rows.length, left: 0 }
    writeCells(at, values)
    changed(file)
    const columns = Math.max(1, ...values.map((row) => row.length))
    const updates = updated(file, rangeName({ ...at, bottom: range.sheet.rows.length - 1, right: columns - 1 }), values)
    return c.json({ spreadsheetId: file.id, updates })
  })
  app.post('/:batch{[^/]+:batchUpdate}', async (c) => {
    const id = c.req.param('batch').slice(0, -':batchUpdate'.length)
    const file = sharedFile(ctx, grantOf(ctx, c)?.accountId ?? '', id)
    if (!file) return notFound()
    const { requests = [] }: sheets_v4.Schema$BatchUpdateSpreadsheetRequest = await c.req.json()
    const sheets = structuredClone(file.sheets)
    const replies: sheets_v4.Schema$Response[] = []
    for (const [index, request] of requests.entries()) {
      const reply = applyRequest(sheets, request)
      if (typeof reply === 'string') return badRequest(`Invalid requests[${index}]: ${reply}`)
      replies.push(reply)
    }
    file.sheets = sheets
    changed(file)
    return c.json({ spreadsheetId: file.id, replies })
  })
  app.get('/:id', (c) => {
    const file = fileOf(c)
    if (!file) return notFound()
    const mask = c.req.query('fields')
    return c.json(mask === undefined ? spreadsheetObject(file) : { sheets: file.sheets.map(sheetObject) })
  })
  return app
}

function updated({ id }: SheetFile, range: string, values: Cell[][]) {
  const columns = Math.max(0, ...values.map((row) => row.length))
  const cells = values.reduce((sum, row) => sum + row.length, 0)
  return {
    spreadsheetId: id,
    updatedRange: range,
    updatedRows: values.length,
    updatedColumns: columns,
    updatedCells: cells,
  }
}

function sheetObject({ id, title, metadata }: Sheet, index: number) {
  return {
    properties: { sheetId: id, title, index },
    ...(metadata.length > 0 && { developerMetadata: metadata }),
  } satisfies sheets_v4.Schema$Sheet
}

function spreadsheetObject({ id, name, sheets }: SheetFile) {
  return {
    spreadsheetId: id,
    properties: { title: name, locale: 'en_US', timeZone: 'Etc/UTC' },
    sheets: sheets.map(sheetObject),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${id}/edit`,
  } satisfies sheets_v4.Schema$Spreadsheet
}

/** Changes the sheets; a text says why it cannot. */
function applyRequest(sheets: Sheet[], request: sheets_v4.Schema$Request): sheets_v4.Schema$Response | string {
  const { appendCells, createDeveloperMetadata, deleteDeveloperMetadata } = request
  if (appendCells) {
    const sheet = sheets.find(({ id }) => id === appendCells.sheetId)
    if (!sheet) return `No sheet with id: ${appendCells.sheetId}`
    if (appendCells.fields !== 'userEnteredValue') return 'At least one field must be listed in fields'
    for (const { values = [] } of appendCells.rows ?? []) sheet.rows.push(values.map(cellOf))
    return {}
  }
  if (createDeveloperMetadata?.developerMetadata) {
    const { metadataKey, metadataValue, location, visibility } = createDeveloperMetadata.developerMetadata
    const sheet = sheets.find(({ id }) => id === location?.sheetId)
    if (!sheet || !metadataKey || visibility !== 'PROJECT') return 'developerMetadata needs a key, a place and PROJECT'
    const metadata = { metadataId: randomInt(1, 2 ** 31 - 1), metadataKey, metadataValue: metadataValue ?? '' }
    sheet.metadata.push(metadata)
    const size = sheet.metadata.reduce((sum, each) => sum + each.metadataKey.length + each.metadataValue.length, 0)
    if (size > 30_000) return 'This would exceed the metadata limit of 30000 characters'
    return { createDeveloperMetadata: { developerMetadata: { ...metadata, location: location ?? {}, visibility } } }
  }
  const wanted = deleteDeveloperMetadata?.dataFilter?.developerMetadataLookup?.metadataId
  if (wanted === undefined) return 'The double does not know this request.'
  const holder = sheets.find(({ metadata }) => metadata.some(({ metadataId }) => metadataId === wanted))
  if (!holder) return `No developer metadata with id ${wanted}`
  holder.metadata = holder.metadata.filter(({ metadataId }) => metadataId !== wanted)
  return { deleteDeveloperMetadata: { deletedDeveloperMetadata: [{ metadataId: wanted }] } }
}

function cellOf({ userEnteredValue }: sheets_v4.Schema$CellData): Cell {
  return userEnteredValue?.numberValue ?? userEnteredValue?.stringValue ?? ''
}
