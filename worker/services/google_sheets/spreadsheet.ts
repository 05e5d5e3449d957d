import type { FieldOption } from '../../contract/connections/service.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { field, optionalField } from '../format/define-service.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import { hashText } from './hash-text.ts'
import { askGoogle, DRIVE_FILES, GOOGLE, SPREADSHEET_TYPE } from './google-io.ts'

/** In place of a spreadsheet's id: the one of the name in `new_name`, which is created if there is none. */
const CREATE = 'create'
const OPTIONS_MAX = 1000
/** The address by which pages ask for the spreadsheets. */
export const SPREADSHEETS = '/v4/spreadsheets'

/** The files that the app has made or that the user has picked, the newest first. */
export async function listSpreadsheets(io: StepIo): Promise<StepOutcome<FieldOption[]>> {
  const query = { q: `mimeType='${SPREADSHEET_TYPE}' and trashed=false`, orderBy: 'modifiedTime desc' }
  const listed = await askFiles({ ...query, pageSize: String(OPTIONS_MAX) }, io)
  if (!listed.ok) return listed
  const options = listed.value.map(({ id, name }) => ({ label: name, value: id }))
  // Said within sentences: "add a row to a new spreadsheet".
  return { ok: true, value: [{ label: 'a new spreadsheet', value: CREATE }, ...options] }
}

/** Which spreadsheet a step works with, and which sheet of it. */
export const spreadsheetFields = [
  field('spreadsheet', 'Spreadsheet', 'select', {
    options: { get: SPREADSHEETS },
  }),
  optionalField('new_name', 'Name of the new spreadsheet', 'text', {
    hint: 'It is created when it is first needed. Steps with the same name share it.',
    shown_for: { field: 'spreadsheet', value: CREATE },
  }),
  optionalField('sheet', 'Sheet', 'text', { hint: 'The name of its tab. Leave it empty for the first one.' }),
]
/** The same for a step that writes there. */
export const writtenFields = spreadsheetFields.map((each) =>
  each.slug === 'spreadsheet' ? { ...each, destination: true as const } : each,
)
const DEFAULT_NAME = 'From my Applets'

/** The id of the step's spreadsheet. */
export async function spreadsheetOf(fields: Record<string, string>, io: StepIo): Promise<StepOutcome<string>> {
  const { spreadsheet = '', new_name = '' } = fields
  return spreadsheet === CREATE ? findOrCreate(new_name.trim() || DEFAULT_NAME, io) : { ok: true, value: spreadsheet }
}

/**
 * The spreadsheet that was created under this name, whatever its user calls it now. Where two are created at the same
 * moment, the older one counts and the other is deleted.
 */
async function findOrCreate(name: string, io: StepIo): Promise<StepOutcome<string>> {
  // An app's note at a file must be short.
  const mark = `${hashText(name)}-${hashText(`${name.length} ${name}`)}`
  const made = `appProperties has { key='switchyard' and value='${mark}' } and trashed=false`
  const find = () => askFiles({ q: made, orderBy: 'createdTime', pageSize: '1' }, io)
  const known = await find()
  if (!known.ok) return known
  const [first] = known.value
  if (first) return { ok: true, value: first.id }
  const json = { name, mimeType: SPREADSHEET_TYPE, appProperties: { switchyard: mark } }
  const created = await askGoogle({ method: 'POST', path: DRIVE_FILES, query: { fields: 'id' }, json }, io)
  if (!created.ok) return created
  const id = toId(readPlace(created.value, '$.id'))
  if (id === null) return protocolProblem(GOOGLE, 200)
  const again = await find()
  const oldest = again.ok ? again.value[0] : undefined
  if (!oldest || oldest.id === id) return { ok: true, value: id }
  await askGoogle({ method: 'DELETE', path: `${DRIVE_FILES}/${encodeURIComponent(id)}` }, io)
  return { ok: true, value: oldest.id }
}

type DriveFile = { id: string; name: string }

async function askFiles(query: Record<string, string>, io: StepIo): Promise<StepOutcome<DriveFile[]>> {
  const asked = await askGoogle({ method: 'GET', path: DRIVE_FILES, query: { ...query, fields: 'files(id,name)' } }, io)
  if (!asked.ok) return asked
  const files = readPlace(asked.value, '$.files')
  if (!Array.isArray(files)) return protocolProblem(GOOGLE, 200)
  const read = files.flatMap((each): DriveFile[] => {
    const id = toId(readPlace(each, '$.id'))
    return id === null ? [] : [{ id, name: toId(readPlace(each, '$.name')) ?? id }]
  })
  return { ok: true, value: read }
}
