import { CELL_BREAK } from '../../contract/connections/service.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { ActionResult, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import { askGoogle, GOOGLE } from './google-io.ts'
import { rangeOf, spreadsheetUrl, valuesPath } from './read-rows.ts'
import { spreadsheetOf } from './spreadsheet.ts'

/** The developer metadata of a sheet that holds the keys of the rows we added last; only we see it. */
const METADATA_KEY = 'switchyard'
/** Google keeps 30,000 characters for each sheet: beyond `KEYS_MOST` keys, the oldest go. */
const KEYS_MOST = 300
const KEYS_KEPT = 200

type Sheet = { spreadsheet: string; id: number; keys: { id: number; key: string }[] }

/** Adds a row, and in the same step the key of the effect, by which `findRow` knows that it is there. */
export const addRow: ActionDefinition['run'] = async ({ fields }, io) => {
  const sheet = await readSheet(fields, io)
  if (!sheet.ok) return sheet
  const { spreadsheet, id, keys } = sheet.value
  if (isThere(sheet.value, io)) return rowIn(sheet.value)
  const cells = (fields['row'] ?? '').split(CELL_BREAK).map((text) => ({ userEnteredValue: toCell(text.trim()) }))
  const metadata = {
    metadataKey: METADATA_KEY,
    metadataValue: io.key,
    location: { sheetId: id },
    visibility: 'PROJECT',
  }
  const old = keys.length < KEYS_MOST ? [] : keys.toSorted((a, b) => (a.key < b.key ? 1 : -1)).slice(KEYS_KEPT)
  const requests = [
    { appendCells: { sheetId: id, rows: [{ values: cells }], fields: 'userEnteredValue' } },
    ...(io.key === null ? [] : [{ createDeveloperMetadata: { developerMetadata: metadata } }]),
    ...old.map((each) => ({
      deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId: each.id } } },
    })),
  ]
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheet)}:batchUpdate`
  const written = await askGoogle({ method: 'POST', path, json: { requests } }, io)
  return written.ok ? rowIn(sheet.value) : written
}

/** Whether the row of this key is there. */
export const findRow: NonNullable<ActionDefinition['find']> = async ({ fields }, io) => {
  const sheet = await readSheet(fields, io)
  if (!sheet.ok) return sheet
  return isThere(sheet.value, io) ? rowIn(sheet.value) : { ok: true, value: null }
}

function isThere({ keys }: Sheet, io: StepIo): boolean {
  return keys.some(({ key }) => key === io.key)
}

function rowIn({ spreadsheet, id }: Sheet): StepOutcome<ActionResult> {
  return { ok: true, value: { id: null, url: spreadsheetUrl(spreadsheet, `#gid=${id}`), answer: null } }
}

async function readSheet(fields: Record<string, string>, io: StepIo): Promise<StepOutcome<Sheet>> {
  const spreadsheet = await spreadsheetOf(fields, io)
  if (!spreadsheet.ok) return spreadsheet
  const query = {
    fields: 'sheets(properties(sheetId,title),developerMetadata(metadataId,metadataKey,metadataValue))',
  }
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheet.value)}`
  const asked = await askGoogle({ method: 'GET', path, query }, io)
  if (!asked.ok) return asked
  const sheets = readPlace(asked.value, '$.sheets')
  if (!Array.isArray(sheets)) return protocolProblem(GOOGLE, 200)
  const name = (fields['sheet'] ?? '').trim()
  const found: unknown = sheets.find((each) => name === '' || readPlace(each, '$.properties.title') === name)
  if (found === undefined) {
    return failedOutcome({ failure: 'input', message: `The spreadsheet has no sheet called “${name}”.` })
  }
  const id = Number(readPlace(found, '$.properties.sheetId') ?? 0)
  return {
    ok: true,
    value: { spreadsheet: spreadsheet.value, id, keys: keysOf(readPlace(found, '$.developerMetadata')) },
  }
}

function keysOf(metadata: unknown): Sheet['keys'] {
  return (Array.isArray(metadata) ? metadata : []).flatMap((each) => {
    const [id, key] = [readPlace(each, '$.metadataId'), readPlace(each, '$.metadataValue')]
    const isOurs = readPlace(each, '$.metadataKey') === METADATA_KEY
    return isOurs && typeof id === 'number' && typeof key === 'string' ? [{ id, key }] : []
  })
}

/** A value from outside is never a formula, which could send the sheet's other cells elsewhere. */
function toCell(text: string): { numberValue: number } | { stringValue: string } {
  const value = plainValue(text)
  return typeof value === 'number' ? { numberValue: value } : { stringValue: value }
}

function plainValue(text: string): number | string {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}

/** Sets a cell; a repeat changes nothing more. */
export const updateCell: ActionDefinition['run'] = async ({ fields }, io) => {
  const spreadsheet = await spreadsheetOf(fields, io)
  if (!spreadsheet.ok) return spreadsheet
  const cell = (fields['cell'] ?? '').trim().toUpperCase()
  const path = valuesPath(spreadsheet.value, rangeOf(fields, cell))
  const json = { values: [[plainValue((fields['value'] ?? '').trim())]] }
  const written = await askGoogle({ method: 'PUT', path, query: { valueInputOption: 'RAW' }, json }, io)
  if (!written.ok) return written
  return { ok: true, value: { id: null, url: spreadsheetUrl(spreadsheet.value, `#range=${cell}`), answer: null } }
}
