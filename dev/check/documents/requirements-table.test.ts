import { expect, test } from 'vitest'
import { matchRequirements, parseRequirements, readCarriers, specSections } from './requirements-table.ts'

const tableOf = (section: string, rows: string) =>
  `## ${section} Title\n\n| id | requirement |\n| --- | --- |\n${rows}\n`
const row = (id: string) => `| ${id} | It works. |`
const page = (except: string[] = []) =>
  specSections
    .filter((section) => !except.includes(section))
    .map((section) => tableOf(section, row(`${section}-01`)))
    .join('\n')
const source = (text: string) => ({ path: 'a/b.test.ts', text })
const carryingAll = source(`// ${specSections.map((section) => `§${section}-01`).join(' ')}\ntest('works', () => {})\n`)
const messages = (markdown: string, text = carryingAll.text) =>
  matchRequirements(markdown, [source(text)]).problems.map(({ file, line, message }) => `${file}:${line} ${message}`)

test('a page whose every id a test carries has no problem', () => {
  expect(messages(page())).toEqual([])
})

test('the spec has sections 1 to 9 with 2.1–2.6 and 4.1–4.12', () => {
  expect(specSections).toHaveLength(25)
  const found = messages(page(['2.6', '9']), carryingAll.text.replace(' §2.6-01', '').replace(' §9-01', ''))
  expect(found).toEqual([
    'docs/requirements.md:1 section 2.6 of the spec has no table',
    'docs/requirements.md:1 section 9 of the spec has no table',
  ])
})

test('a row that no test carries is a problem', () => {
  expect(messages(page(), carryingAll.text.replace('§1-01 ', ''))).toEqual([
    'docs/requirements.md:5 no test carries §1-01',
  ])
})

test('an id that is in no row is a problem', () => {
  expect(messages(page(), carryingAll.text.replace('§1-01', '§1-01 §1-99'))).toEqual([
    'a/b.test.ts:2 §1-99 is in no row of docs/requirements.md',
  ])
})

test('ids above anything but a test are a problem', () => {
  const { problems } = readCarriers(source('// §1-01\nconst a = 1\n'))
  expect(problems).toEqual([{ file: 'a/b.test.ts', line: 1, message: 'these ids stand above no test' }])
})

test('a test carries the ids of all comment lines above it', () => {
  const { carriers } = readCarriers(source("// §1-01 §2.1-02\n// §3-13\ntest('says so', () => {})\n"))
  expect(carriers).toEqual([{ file: 'a/b.test.ts', line: 3, test: 'says so', ids: ['1-01', '2.1-02', '3-13'] }])
})

test.each([
  ["test.each(['a', 'b)'])('takes %s', () => {})", 'takes %s'],
  ["test.each([\n  ['a', 1],\n])(\n  'counts %s',\n  () => {},\n)", 'counts %s'],
  ['it(`quotes`, () => {})', 'quotes'],
])('the name of a test is read from %j', (text, name) => {
  expect(readCarriers(source(`// §1-01\n${text}\n`)).carriers.map(({ test: found }) => found)).toEqual([name])
})

test.each([
  ['| 1-01 | It works. | open |', 'a row has 2 cells, this one 3'],
  ['| 1-01 | |', 'a cell is empty: write an id and a requirement'],
  ['| 2-01 | It works. |', 'id 2-01 does not fit its section 1'],
  ['| 1-1 | It works. |', 'id 1-1 does not fit its section 1'],
  [`${row('1-01')}\n${row('1-01')}`, 'id 1-01 has a row already'],
])('the row %j is refused', (rows, message) => {
  expect(parseRequirements(tableOf('1', rows)).problems.map((problem) => problem.message)).toEqual([message])
})

test('a row gives its id, its text and its line', () => {
  const { requirements } = parseRequirements(tableOf('1', '| 1-01 | Either a \\| or b. |'))
  expect(requirements).toEqual([{ line: 5, id: '1-01', text: 'Either a | or b.' }])
})
