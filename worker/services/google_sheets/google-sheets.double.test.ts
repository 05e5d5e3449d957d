import { drive } from '@googleapis/drive'
import { sheets } from '@googleapis/sheets'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { doubleSteps, valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { atGoogle, pickAtGoogle } from '../../../dev/stand-ins/doubles/google_sheets/google-sign-in.fixture.ts'
import { googleProblems } from '../../../dev/stand-ins/doubles/google_sheets/published-google.fixture.ts'

const TEA = { spreadsheet: '1TeaLogOfAda', new_name: '', sheet: '' }
const NEW = { spreadsheet: 'create', new_name: 'Stars', sheet: '' }

type Steps = Awaited<ReturnType<typeof doubleSteps>>
let steps: Steps

/** Opens steps with an account that has signed in. Their requests are held to Google's types. */
async function signedIn(): Promise<Steps> {
  const credentials: Record<string, string> = {}
  const opened = await doubleSteps('google_sheets', credentials)
  const { access_token } = await atGoogle(opened.address).signIn()
  Object.assign(credentials, { token: access_token })
  return opened
}

const tokenOf = ({ io }: Steps) => io().token ?? ''

beforeEach(async () => {
  const opened = await signedIn()
  steps = opened
  onTestFinished(() => expect(googleProblems(opened.address, opened.exchanges)).toEqual([]), 60_000)
})

test('only files that were made or picked here are there', async () => {
  expect(await steps.look('find_rows', { ...TEA, text: 'tea' })).toMatchObject({
    ok: false,
    problem: { status: 404, message: expect.stringContaining('Choose it again') },
  })
  await pickAtGoogle(steps.address, tokenOf(steps), '1TeaLogOfAda')
  expect(valueOf(await steps.look('find_rows', { ...TEA, text: 'tea' }))).toHaveLength(1)
})

test('a spreadsheet is created once, however often it is needed', async () => {
  valueOf(await steps.act('add_row', { ...NEW, row: 'one ||| 2' }, 'sy_01A_1_0'))
  valueOf(await steps.act('add_row', { ...NEW, row: '=1+1 ||| 007' }, 'sy_01B_1_0'))
  expect(valueOf(await steps.look('find_rows', { ...NEW, text: '' })).map(({ Row }) => Row)).toEqual([
    '=1+1 ||| 007',
    'one ||| 2',
  ])
  const made = steps.exchanges.filter(({ method, address }) => method === 'POST' && address.includes('/drive/'))
  expect(made).toHaveLength(1)
})

test('two steps that create it at once write into one spreadsheet', async () => {
  await Promise.all([
    steps.act('add_row', { ...NEW, row: 'left' }, 'sy_01A_1_0'),
    steps.act('add_row', { ...NEW, row: 'right' }, 'sy_01B_1_0'),
  ])
  const rows = valueOf(await steps.look('find_rows', { ...NEW, text: '' }))
  expect(rows.map(({ Row }) => Row).toSorted()).toEqual(['left', 'right'])
})

test('only rows that were added below are told of', async () => {
  await pickAtGoogle(steps.address, tokenOf(steps), TEA.spreadsheet)
  const ask = async (mark: string | null) => valueOf(await steps.ask('new_row', TEA, { mark }))
  const first = await ask(null)
  const known = new Set(first.items.map(({ id }) => id))
  await steps.press('add_row', { spreadsheet: 'Tea log', row: '2026-03-10, Assam, 2' })
  await steps.press('set_cell', { spreadsheet: 'Tea log', cell: 'B1', value: 'Kind' })
  const second = await ask(first.etag)
  expect(second.items.filter(({ id }) => !known.has(id)).map(({ ingredients }) => ingredients)).toMatchObject([
    { ColumnA: '2026-03-10', ColumnB: 'Assam', Row: '2026-03-10 ||| Assam ||| 2', RowNumber: 2 },
  ])
  expect((await ask(second.etag)).items.map(({ id }) => id)).toEqual(second.items.map(({ id }) => id))
})

test('a cell that changes back has changed twice', async () => {
  await pickAtGoogle(steps.address, tokenOf(steps), TEA.spreadsheet)
  const seen: string[] = []
  let mark: string | null = null
  for (const value of ['2', '3', '3', '2']) {
    await steps.press('set_cell', { spreadsheet: 'Tea log', cell: 'C2', value })
    const page: { items: { id: string }[]; etag: string | null } = valueOf(
      await steps.ask('cell_changed', { ...TEA, cell: 'c2' }, { mark }),
    )
    mark = page.etag
    seen.push(page.items[0]?.id ?? '')
  }
  expect(seen).toEqual(['change 0', 'change 1', 'change 1', 'change 2'])
})

test('a row whose answer was lost is found by its key', async () => {
  const row = { ...NEW, row: 'tea' }
  expect(valueOf(await steps.find('add_row', row, 'sy_01A_1_0'))).toBeNull()
  valueOf(await steps.act('add_row', row, 'sy_01A_1_0'))
  expect(valueOf(await steps.find('add_row', row, 'sy_01A_1_0'))).toMatchObject({
    url: expect.stringContaining('#gid=0'),
  })
  expect(valueOf(await steps.find('add_row', row, 'sy_01B_1_0'))).toBeNull()
})

test('the keys of old rows make room for new ones', async () => {
  const key = (n: number) => `sy_01KKB8E7G0000000000000${String(n).padStart(4, '0')}_1_0`
  for (let n = 0; n < 302; n++) {
    steps.clock.now += 2000
    valueOf(await steps.act('add_row', { ...NEW, row: `row ${n}` }, key(n)))
  }
  expect(valueOf(await steps.find('add_row', NEW, key(0)))).toBeNull()
  expect(valueOf(await steps.find('add_row', NEW, key(299)))).not.toBeNull()
  expect(valueOf(await steps.look('find_rows', { ...NEW, text: 'row 0' }))).toHaveLength(1)
})

test('a cell is never written as a formula', async () => {
  for (const [cell, value] of [
    ['A1', '42'],
    ['B1', '=A1'],
    ['C1', '042'],
  ]) {
    valueOf(await steps.act('update_cell', { ...NEW, cell: cell ?? '', value: value ?? '' }))
  }
  const writes = steps.exchanges.filter(({ method }) => method === 'PUT')
  expect(writes.map(({ body }) => JSON.parse(body).values[0][0])).toEqual([42, '=A1', '042'])
  expect(new Set(writes.map(({ address }) => new URL(address).search))).toEqual(new Set(['?valueInputOption=RAW']))
})

test('a sheet that is not there is named', async () => {
  expect(await steps.act('add_row', { ...NEW, sheet: 'Sheet2', row: 'tea' })).toMatchObject({
    problem: { failure: 'input', message: 'The spreadsheet has no sheet called “Sheet2”.' },
  })
})

test('Google’s quota for a user is met with a pause', async () => {
  valueOf(await steps.act('add_row', { ...NEW, row: 'tea' }))
  const answers = []
  for (let n = 0; n < 61; n++) answers.push(await steps.look('find_rows', { ...NEW, text: 'tea' }))
  expect(answers.at(-1)).toMatchObject({ problem: { failure: 'rate_limited', status: 429 } })
  steps.clock.now += 60_000
  valueOf(await steps.look('find_rows', { ...NEW, text: 'tea' }))
})

test('the account of Google is named by its address', async () => {
  expect(valueOf(await steps.service.checkAccount?.(steps.io()))).toEqual({
    id: '108177234501234567890',
    name: 'ada@gmail.example',
  })
  expect(await steps.service.checkAccount?.(steps.io(null, { token: 'ya29.wrong' }))).toMatchObject({
    problem: { failure: 'unauthorized' },
  })
})

test("Google's own clients are understood by the double", async () => {
  const headers = { authorization: `Bearer ${tokenOf(steps)}` }
  const toDouble =
    (host: string): typeof fetch =>
    (input, init) =>
      fetch(String(input).replace(host, steps.address), {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
      })
  const api = sheets({ version: 'v4', fetchImplementation: toDouble('https://sheets.googleapis.com') })
  const created = await api.spreadsheets.create({ requestBody: { properties: { title: 'From a client' } } })
  const spreadsheetId = created.data.spreadsheetId ?? ''
  const range = 'Sheet1!A:B'
  const values = [['Assam', 2]]
  const valueInputOption = 'RAW'
  const appended = await api.spreadsheets.values.append({
    spreadsheetId,
    range,
    valueInputOption,
    requestBody: { values },
  })
  expect(appended.data.updates?.updatedRange).toBe('Sheet1!A1:B1')
  expect((await api.spreadsheets.values.get({ spreadsheetId, range })).data.values).toEqual([['Assam', '2']])
  await api.spreadsheets.values.update({ spreadsheetId, range: 'B1', valueInputOption, requestBody: { values: [[3]] } })
  const requests = [
    {
      appendCells: {
        sheetId: 0,
        rows: [{ values: [{ userEnteredValue: { stringValue: 'Ceylon' } }] }],
        fields: 'userEnteredValue',
      },
    },
  ]
  await api.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
  expect((await api.spreadsheets.values.get({ spreadsheetId, range })).data.values).toEqual([
    ['Assam', '3'],
    ['Ceylon'],
  ])
  const files = drive({ version: 'v3', fetchImplementation: toDouble('https://www.googleapis.com') }).files
  expect((await files.list({ fields: 'files(id,name)' })).data.files).toEqual([
    { id: spreadsheetId, name: 'From a client' },
  ])
  await expect(api.spreadsheets.get({ spreadsheetId: TEA.spreadsheet })).rejects.toMatchObject({ status: 404 })
})
