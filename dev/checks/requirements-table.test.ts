import { expect, test } from 'vitest'
import { checkRequirements, parseRequirements, specSections, summarise, testNames } from './requirements-table.ts'

const header = '| id | requirement | shown by |\n| --- | --- | --- |\n'
const tableOf = (section: string, rows: string) => `## ${section} Title\n\n${header}${rows}\n`
const row = (id: string, shown: string) => `| ${id} | It works. | ${shown} |`
const wholeSpec = (except: string[] = []) =>
  specSections
    .filter((section) => !except.includes(section))
    .map((section) => tableOf(section, row(`${section}-01`, 'open')))
    .join('\n')

const noFiles = () => undefined
const messages = (markdown: string, source = noFiles as (path: string) => string | undefined) =>
  checkRequirements(markdown, source).problems.map(({ line, message }) => `${line} ${message}`)

/** The whole spec with 1-01 shown by the given cell; that row stands on line 5. */
const firstShownBy = (cell: string) => `${tableOf('1', row('1-01', cell))}${wholeSpec(['1'])}`

test('a page with every section, unique ids and open rows has no problem', () => {
  expect(messages(wholeSpec())).toEqual([])
})

test('the spec has sections 1 to 9 with 2.1 to 2.6 and 4.1 to 4.12', () => {
  expect(specSections).toHaveLength(25)
  expect(messages(wholeSpec(['2.6', '4.12', '9']))).toEqual([
    '1 section 2.6 of the spec has no table',
    '1 section 4.12 of the spec has no table',
    '1 section 9 of the spec has no table',
  ])
})

test('a section whose table has no row counts as missing', () => {
  expect(messages(`${tableOf('9', '')}${wholeSpec(['9'])}`)).toEqual(['1 section 9 of the spec has no table'])
})

test('a row gives id, text, line and each of its references', () => {
  const { requirements } = parseRequirements(
    tableOf('1', row('1-01', 'a/b.test.ts › goes on › and on (§1)<br>e2e/c.spec.tsx › x \\| y')),
  )
  expect(requirements).toEqual([
    {
      line: 5,
      id: '1-01',
      text: 'It works.',
      shownBy: [
        { path: 'a/b.test.ts', test: 'goes on › and on (§1)' },
        { path: 'e2e/c.spec.tsx', test: 'x | y' },
      ],
    },
  ])
})

test('tables padded by a formatter read the same', () => {
  const padded =
    '## 1 T\n\n| id   | requirement | shown by |\n| :--- | ----------- | -------- |\n| 1-01 | It works.   | open     |\n'
  expect(parseRequirements(padded)).toMatchObject({ requirements: [{ id: '1-01', text: 'It works.' }], problems: [] })
})

test('a file that is not there is a problem', () => {
  expect(messages(firstShownBy('a.test.ts › x'))).toEqual(['5 no file a.test.ts'])
})

test('a test that is not in its file is a problem, and the one that is there is none', () => {
  const page = firstShownBy('a.test.ts › x<br>a.test.ts › y')
  expect(messages(page, () => "test('x', () => {})")).toEqual(['5 no test in a.test.ts is named: y'])
})

test('a reference without a file, a name or the arrow is a problem', () => {
  for (const cell of ['done', 'a.ts › x', 'a.test.ts › ', 'a.test.ts - x', 'Open'])
    expect(messages(firstShownBy(cell)), cell).toHaveLength(1)
  expect(messages(firstShownBy('a.test.ts › x<br>'), () => "test('x', f)")).toHaveLength(1)
})

test('a doubled id is a problem on its second line', () => {
  const page = `${tableOf('1', `${row('1-01', 'open')}\n${row('1-01', 'open')}`)}${wholeSpec(['1'])}`
  expect(messages(page)).toEqual(['6 id 1-01 stands on line 5 already'])
})

test.each([
  ['| 1-01 | It works. | |', 'a cell is empty'],
  ['| 1-01 | | open |', 'a cell is empty'],
  ['| | It works. | open |', 'a cell is empty'],
  ['| 1-01 | It works. |', 'this one 2'],
  ['| 1-01 | It | works. | open |', 'this one 4'],
  ['| 2.1-01 | It works. | open |', 'does not fit its section 1'],
  ['| 1-1 | It works. | open |', 'does not fit its section 1'],
])('the row %s is a problem', (broken, message) => {
  const { problems } = parseRequirements(tableOf('1', broken))
  expect(problems.map((problem) => `${problem.line} ${problem.message}`).join('\n')).toMatch(
    new RegExp(`^5 .*${message}`, 'm'),
  )
})

test('a row under a heading without a number belongs to no section', () => {
  const page = `${tableOf('1', row('1-01', 'open'))}\n## Notes\n\n${header}${row('1-02', 'open')}\n`
  expect(parseRequirements(page).problems).toEqual([{ line: 11, message: 'id 1-02 does not fit its section (none)' }])
})

test('names are found in any quotes, on a line of their own, and in tables of cases', () => {
  const source = [
    "test('single', f)",
    '  it("double", f)',
    'test(`back ${tick}`, f)',
    "test.concurrent('with a modifier', f)",
    "test(\n  'on the next line',\n  f)",
    "test('it\\'s escaped', f)",
    "test.each([1, 2])('case %s', f)",
    "test.for([\n  ['a :('],\n  [f(1)],\n])('case of %s', f)",
    'test.each`a\n${1}`("tagged $a", f)',
  ].join('\n')
  expect([...testNames(source)].toSorted()).toEqual(
    [
      'back ${tick}',
      'case %s',
      'case of %s',
      'double',
      "it's escaped",
      'on the next line',
      'single',
      'tagged $a',
      'with a modifier',
    ].toSorted(),
  )
})

test('skipped, planned and commented-out tests show nothing, and nor do other strings', () => {
  const source = [
    "test.skip('skipped', f)",
    "test.todo('planned')",
    "test.skip.each([1])('skipped case', f)",
    "// test('in a comment', f)",
    " * test('in a block', f)",
    "test.describe('a group', f)",
    "expect(mytest('other'))",
    "const name = 'test'",
  ].join('\n')
  expect([...testNames(source)]).toEqual([])
})

test('the summary counts shown and open rows', () => {
  const { requirements } = parseRequirements(
    tableOf('1', [row('1-01', 'open'), row('1-02', 'a.test.ts › x'), row('1-03', 'open')].join('\n')),
  )
  expect(summarise(requirements)).toBe('3 requirements, 1 shown, 2 open')
})
