import { defineService, demoOAuth, demoPoll, field, ingredient, liveOptions } from '../format/define-service.ts'

const spreadsheet = field('spreadsheet', 'Spreadsheet', 'select', liveOptions('spreadsheets'))
const row = field('row', 'Formatted row', 'textarea', { hint: 'Put ||| between cells.' })
const rows = '/api/spreadsheets/{{fields.spreadsheet}}/rows'
const cells = [
  ingredient('Column1', 'First cell', 'text', '2026-03-02', '$.values[0]'),
  ingredient('Column2', 'Second cell', 'text', 'looms/jacquard', '$.values[1]'),
  ingredient('Column3', 'Third cell', 'text', 'Patterns on punched cards', '$.values[2]'),
  ingredient('Column4', 'Fourth cell', 'text', '1843', '$.values[3]'),
  ingredient('RowNumber', 'Number of the row', 'number', '7', '$.row'),
  ingredient('RowUrl', 'Address of the row', 'url', 'https://sheetly.test/SH01#row=7', '$.url'),
]
const rowAnswer = {
  rows: [
    {
      id: 'W07',
      row: 7,
      values: ['2026-03-02', 'looms/jacquard', 'Patterns on punched cards', '1843'],
      url: 'https://sheetly.test/SH01#row=7',
      created_at: '2026-03-02T09:15:00.000Z',
    },
  ],
  next_cursor: null,
}
const added = { id: 'W08', url: 'https://sheetly.test/SH01#row=8' }

export const sheetly = defineService({
  id: 'sheetly',
  name: 'Sheetly',
  description: 'Spreadsheets that fill themselves: keep a row of everything, from stars to morning runs.',
  keywords: ['spreadsheet', 'sheet', 'table'],
  category: 'documents',
  color: '#12794a',
  popularity: 95,
  hosts: ['api.sheetly.example'],
  limit: { calls: 3000, per: 60 },
  connect: demoOAuth('sheets:read sheets:write'),
  triggers: [
    {
      slug: 'new_row',
      name: 'New row',
      description: 'Starts when a row is added to a spreadsheet.',
      fields: [spreadsheet],
      ingredients: cells,
      ...demoPoll(rows, '$.rows'),
    },
  ],
  queries: [
    {
      slug: 'find_rows',
      name: 'Find rows',
      description: 'Looks up rows that contain a text.',
      fields: [spreadsheet, field('text', 'Text', 'text')],
      ingredients: cells,
      request: { get: rows, query: { text: '{{fields.text}}' } },
      items: '$.rows',
    },
  ],
  actions: [
    {
      slug: 'add_row',
      name: 'Add a row',
      description: 'Adds a row at the end of a spreadsheet you choose.',
      repeat: 'key',
      fields: [spreadsheet, row],
      request: { post: rows, json: { values: { $split: '{{fields.row}}', by: '|||' } } },
      result: { id: '$.id', url: '$.url' },
    },
    {
      slug: 'log_row',
      name: 'Add a row to a named spreadsheet',
      description: 'Adds a row to the spreadsheet of this name.',
      repeat: 'key',
      fields: [
        field('spreadsheet', 'Name of the spreadsheet', 'text', { hint: 'It is created if it does not exist.' }),
        row,
      ],
      request: {
        post: '/api/named_rows',
        json: { title: '{{fields.spreadsheet}}', values: { $split: '{{fields.row}}', by: '|||' } },
      },
      result: { id: '$.id', url: '$.url' },
    },
  ],
  samples: {
    triggers: {
      new_row: { fields: { spreadsheet: 'SH01' }, answer: rowAnswer },
    },
    queries: {
      find_rows: { fields: { spreadsheet: 'SH01', text: 'looms' }, answer: rowAnswer },
    },
    actions: {
      add_row: { fields: { spreadsheet: 'SH01', row: 'one ||| two' }, answer: added },
      log_row: { fields: { spreadsheet: 'Starred repositories', row: 'one ||| two' }, answer: added },
    },
  },
})
