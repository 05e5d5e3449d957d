import type { StepIo } from '../../engine/steps/service-steps.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { defineService, field, optionalField } from '../format/define-service.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import type { AskAccount } from '../format/connect-code.ts'
import { askGoogle, GOOGLE } from './google-io.ts'
import { exampleCells, readRows, rowIngredients, toRow } from './read-rows.ts'
import { cellIngredients, pollCell, pollNewRows } from './sheet-triggers.ts'
import { listSpreadsheets, SPREADSHEETS, spreadsheetFields, writtenFields } from './spreadsheet.ts'
import { addRow, findRow, updateCell } from './write-cells.ts'

const readAccount: AskAccount = async (io) => {
  const asked = await askGoogle({ method: 'GET', path: 'https://openidconnect.googleapis.com/v1/userinfo' }, io)
  if (!asked.ok) return asked
  const [id, name] = [toId(readPlace(asked.value, '$.sub')), toId(readPlace(asked.value, '$.email'))]
  return id === null || name === null ? protocolProblem(GOOGLE, 200) : { ok: true, value: { id, name } }
}

const cell = field('cell', 'Cell', 'text', { hint: 'Such as B2.' })

function cellProblem(text: string): string | null {
  return /^\s*[A-Za-z]{1,3}[1-9]\d{0,6}\s*$/.test(text) ? null : 'Name one cell, such as B2.'
}

const FOUND_MOST = 50

/** Rows with this text in one of their cells, the last first. */
async function findRows({ fields }: { fields: Record<string, string> }, io: StepIo) {
  const read = await readRows(fields, io)
  if (!read.ok) return read
  const text = (fields['text'] ?? '').trim().toLowerCase()
  const found = read.value.rows
    .flatMap((row, index) => (row.some((value) => value.toLowerCase().includes(text)) ? index : []))
    .toReversed()
    .slice(0, FOUND_MOST)
  return { ok: true as const, value: found.map((index) => toRow(read.value, index, fields)) }
}

const sample = { spreadsheet: '1aB', new_name: '', sheet: '' }
const sheetAnswer = {
  sheets: [{ properties: { sheetId: 0, title: 'Sheet1' } }],
  replies: [{}, {}],
  spreadsheetId: '1aB',
}
const rowsAnswer = {
  range: 'Sheet1!A1:Z1000',
  majorDimension: 'ROWS',
  values: [['Date', 'Name', 'Cups'], exampleCells],
}

export const googleSheets = defineService({
  ...GOOGLE,
  description: 'Your spreadsheets: keep a row of everything, and react to new rows and changed cells.',
  category: 'documents',
  color: '#188038',
  popularity: 91,
  terms_url: 'https://policies.google.com/terms',
  // Google allows 300 reads a minute and 60 for each user; a step reads twice at most.
  limit: { calls: 150, per: 60 },
  account_limit: { calls: 30, per: 60 },
  connect: {
    kind: 'oauth2',
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: 'https://oauth2.googleapis.com/token',
    revoke_url: 'https://oauth2.googleapis.com/revoke',
    scopes: 'openid email https://www.googleapis.com/auth/drive.file',
    client_auth: 'post',
    register_url: 'https://console.cloud.google.com/apis/credentials',
    // Otherwise Google gives no refresh token to users who have agreed before.
    authorize_params: { access_type: 'offline', prompt: 'consent' },
  },
  triggers: [
    {
      slug: 'new_row',
      name: 'New row',
      description: 'Starts when a row is added below the others.',
      phrase: 'a spreadsheet has a new row',
      sentence: '{{fields.spreadsheet}} has a new row',
      fields: spreadsheetFields,
      ingredients: rowIngredients,
    },
    {
      slug: 'cell_changed',
      name: 'Cell changed',
      description: 'Starts when a cell shows another value.',
      phrase: 'a cell of a spreadsheet changes',
      sentence: 'the cell {{fields.cell}} in {{fields.spreadsheet}} changes',
      fields: [...spreadsheetFields, cell],
      ingredients: cellIngredients,
    },
  ],
  queries: [
    {
      slug: 'find_rows',
      name: 'Find rows',
      description: 'Looks up rows that contain a text, the last first.',
      phrase: 'rows of a spreadsheet',
      sentence: 'rows in {{fields.spreadsheet}} with “{{fields.text}}”',
      fields: [...spreadsheetFields, field('text', 'Text', 'text')],
      ingredients: rowIngredients,
    },
  ],
  actions: [
    {
      slug: 'add_row',
      name: 'Add a row',
      description: 'Adds a row below the others.',
      phrase: 'add a row to a spreadsheet',
      sentence: 'add a row to {{fields.spreadsheet}}',
      repeat: 'find',
      fields: [...writtenFields, field('row', 'Row', 'textarea', { syntax: 'cells' })],
    },
    {
      slug: 'update_cell',
      name: 'Update a cell',
      description: 'Writes a text or a number into a cell.',
      phrase: 'update a cell of a spreadsheet',
      sentence: 'update the cell {{fields.cell}} in {{fields.spreadsheet}}',
      repeat: 'safe',
      fields: [...writtenFields, cell, optionalField('value', 'Value', 'text', { hint: 'Empty clears the cell.' })],
    },
  ],
  samples: {
    triggers: {
      new_row: { fields: sample, answer: rowsAnswer },
      cell_changed: {
        fields: { ...sample, cell: 'B2' },
        answer: { range: 'Sheet1!B2', majorDimension: 'ROWS', values: [['42']] },
      },
    },
    queries: {
      find_rows: { fields: { ...sample, text: 'jacquard' }, answer: rowsAnswer },
    },
    actions: {
      add_row: { fields: { ...sample, row: 'one ||| 2' }, answer: sheetAnswer },
      update_cell: {
        fields: { ...sample, cell: 'B2', value: '42' },
        answer: { spreadsheetId: '1aB', updatedRange: 'Sheet1!B2', updatedRows: 1, updatedColumns: 1, updatedCells: 1 },
      },
    },
  },
  code: {
    triggers: {
      new_row: { poll: pollNewRows },
      cell_changed: { poll: pollCell },
    },
    queries: {
      find_rows: findRows,
    },
    actions: {
      add_row: { run: addRow, find: findRow },
      update_cell: { run: updateCell },
    },
    options: { [SPREADSHEETS]: listSpreadsheets },
    checks: { cell: cellProblem },
    account: readAccount,
  },
})
