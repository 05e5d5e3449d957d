import { expect, test } from 'vitest'
import { publishedOpenApi } from './published-open-api.fixture.ts'
import { askOptions, io, ofFile, pollTwice, problemsOf, runSamples } from './sampled-steps.fixture.ts'

const published = publishedOpenApi('airtable-openapi.json')

const record = (id: string, createdTime: string, fields: object = {}) => ({ id, createdTime, fields })

test('records that are new since the newest are read over pages', async () => {
  const [old, newer] = ['2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z']
  const pages = [
    { records: [record('recB', newer), record('recA', old)], offset: 'itr/recB' },
    { records: [record('recC', newer)] },
  ]
  const { fresh, asked } = await pollTwice('airtable', 'new_record', [[{ records: [record('recA', old)] }], pages])
  expect(fresh.map(({ id }) => id).toSorted()).toEqual(['recB', 'recC'])
  expect(asked[0]?.query['filterByFormula']).toContain(`DATETIME_PARSE('${old}')`)
  expect(asked[1]?.query).toMatchObject({ offset: 'itr/recB' })
  expect(problemsOf(published, asked)).toEqual([])
})

test('a record that changes again starts an Applet again', async () => {
  const changed = (id: string, at: string | null) =>
    record(id, '2026-03-01T09:00:00.000Z', at === null ? {} : { Changed: at })
  const { fresh } = await pollTwice('airtable', 'updated_record', [
    [{ records: [changed('recA', '2026-03-01T10:00:00.000Z')] }],
    [{ records: [changed('recA', '2026-03-01T11:00:00.000Z'), changed('recB', null)] }],
  ])
  expect(fresh.map(({ id }) => id)).toEqual(['recA 2026-03-01T11:00:00.000Z'])
})

test('bases, tables and fields are chosen one after the other', async () => {
  const bases = [{ id: 'app1', name: 'Garden', permissionLevel: 'edit' }]
  const fields = [{ id: 'fld1', name: 'Name', type: 'singleLineText' }]
  const tables = [
    { id: 'tbl1', name: 'Plants', fields },
    { id: 'tbl2', name: 'Tools', fields: [] },
  ]
  const step = 'create_record'
  const base = await askOptions('airtable', { step, field: 'base' }, [{ bases }])
  const table = await askOptions('airtable', { step, field: 'table', values: { base: 'app1' } }, [{ tables }])
  const values = { base: 'app1', table: 'tbl1' }
  const column = await askOptions('airtable', { step, field: 'column', values }, [{ tables }])
  expect([base, table, column].map(({ choices }) => choices)).toEqual([
    [{ value: 'app1', label: 'Garden' }],
    [
      { value: 'tbl1', label: 'Plants' },
      { value: 'tbl2', label: 'Tools' },
    ],
    [{ value: 'Name', label: 'Name' }],
  ])
  expect(
    problemsOf(
      published,
      [base, table, column].flatMap(({ asked }) => asked),
    ),
  ).toEqual([])
})

test('a text that is looked for stays a text in the formula', async () => {
  const { file, service } = ofFile('airtable')
  const { io: given, asked } = io(file, [{ records: [] }])
  const fields = { base: 'app1', table: 'tbl1', column: 'Due date', text: "it's \\ {Name}" }
  await service.queries['find_records']?.run({ fields, applet_id: 1 }, given)
  expect(new URL(asked[0]?.address ?? '').searchParams.get('filterByFormula')).toBe(
    String.raw`SEARCH(LOWER('it\'s \\ {Name}'), LOWER({Due date} & ''))`,
  )
})

test('a second try of an update sends the same values', async () => {
  const [sent] = (await runSamples('airtable')).filter(({ step }) => step === 'upsert_record')
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({
    performUpsert: { fieldsToMergeOn: ['Name'] },
    records: [{ fields: { Name: 'Water the ferns', Status: 'Done' } }],
    typecast: true,
  })
})

test('an account without an address is known by its id', async () => {
  const { file, service } = ofFile('airtable')
  expect(await service.checkAccount?.(io(file, [{ id: 'usr1' }]).io)).toEqual({
    ok: true,
    value: { id: 'usr1', name: 'usr1' },
  })
})
