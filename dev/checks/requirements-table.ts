// Reads docs/requirements.md and says what is wrong with it. Pure: the caller brings the texts.

type Reference = { path: string; test: string }
type Requirement = { line: number; id: string; text: string; shownBy: Reference[] }
export type RequirementProblem = { line: number; message: string }
type Requirements = { requirements: Requirement[]; sections: string[]; problems: RequirementProblem[] }
type ReadSource = (path: string) => string | undefined

const subsections = (section: number, last: number) => Array.from({ length: last }, (_, i) => `${section}.${i + 1}`)

// Sections 2 and 4 have no text of their own: their subsections stand for them.
export const specSections = ['1', ...subsections(2, 6), '3', ...subsections(4, 12), '5', '6', '7', '8', '9']

const heading = /^#{1,6} +(?:(D?\d+(?:\.\d+)?)(?= |$))?/
const separator = /^\|(?: *:?-+:? *\|)+$/

export function parseRequirements(markdown: string): Requirements {
  const found: Requirements = { requirements: [], sections: [], problems: [] }
  let section: string | undefined
  const lines = markdown.split(/\r?\n/).map((text) => text.trim())
  for (const [index, text] of lines.entries()) {
    const headed = heading.exec(text)
    if (headed) section = headed[1]
    if (!text.startsWith('|') || separator.test(text) || separator.test(lines[index + 1] ?? '')) continue
    readRow(found, text, index + 1, section)
  }
  return found
}

function readRow(found: Requirements, row: string, line: number, section: string | undefined) {
  const cells = splitCells(row)
  const [id, text, shown] = cells
  const complain = (message: string) => found.problems.push({ line, message })
  if (cells.length !== 3) complain(`a row has 3 cells, this one ${cells.length}`)
  if (!id || !text || !shown)
    return complain('a cell is empty: write an id, a requirement, and a test or the word open')
  if (!section || !id.startsWith(`${section}-`) || !/^\d{2,3}$/.test(id.slice(section.length + 1)))
    complain(`id ${id} does not fit its section ${section ?? '(none)'}`)
  if (section && !found.sections.includes(section)) found.sections.push(section)
  found.requirements.push({ line, id, text, shownBy: shown === 'open' ? [] : readReferences(shown, complain) })
}

function splitCells(row: string): string[] {
  const cells = row.slice(1).split(/(?<!\\)\|/)
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readReferences(cell: string, complain: (message: string) => void): Reference[] {
  return cell.split('<br>').flatMap((part) => {
    const [, path, test] = /^\s*(\S+\.(?:test|spec)\.tsx?) › (.*\S)\s*$/.exec(part) ?? []
    if (path && test) return [{ path, test }]
    complain(`not "path/to/file.test.ts › exact test name": ${part.trim() || '(nothing)'}`)
    return []
  })
}

const call = /^[ \t]*(?:test|it)(?:\.(?:concurrent|sequential|only|fails))*(\.(?:each|for))?(?=[(<`])/gm
const literal = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/

/** The names of the tests in a source, as written: a skipped, planned or commented-out test is none. */
export function testNames(source: string): Set<string> {
  const firstArgument = new RegExp(`\\(\\s*(${literal.source})`, 'y')
  const names = [...source.matchAll(call)].flatMap(({ 0: opening, 1: cases, index }) => {
    const end = index + opening.length
    firstArgument.lastIndex = cases ? afterCases(source, end) : end
    const name = firstArgument.exec(source)?.[1]
    return name ? [unescape(name)] : []
  })
  return new Set(names)
}

/** Where the cases of an each or for end: `(…)`, strings in it skipped, or a tagged template. */
function afterCases(source: string, start: number): number {
  let depth = 0
  const token = new RegExp(`${literal.source}|[()]`, 'g')
  token.lastIndex = start
  for (let found = token.exec(source); found; found = token.exec(source)) {
    if (found[0] === '(') depth += 1
    if (found[0] === ')') depth -= 1
    if (depth === 0) return token.lastIndex
  }
  return source.length
}

function unescape(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}

export function checkRequirements(markdown: string, readSource: ReadSource): Requirements {
  const { requirements, sections, problems } = parseRequirements(markdown)
  const missing = specSections.filter((section) => !sections.includes(section))
  const all = [
    ...problems,
    ...doubledIds(requirements),
    ...missingTests(requirements, readSource),
    ...missing.map((section) => ({ line: 1, message: `section ${section} of the spec has no table` })),
  ]
  return { requirements, sections, problems: all.toSorted((a, b) => a.line - b.line) }
}

function doubledIds(requirements: Requirement[]): RequirementProblem[] {
  const first = new Map<string, number>()
  return requirements.flatMap(({ id, line }) => {
    const before = first.get(id)
    if (before === undefined) first.set(id, line)
    return before === undefined ? [] : [{ line, message: `id ${id} stands on line ${before} already` }]
  })
}

function missingTests(requirements: Requirement[], readSource: ReadSource): RequirementProblem[] {
  const known = new Map<string, Set<string> | undefined>()
  const namesIn = (path: string) => {
    if (!known.has(path)) {
      const source = readSource(path)
      known.set(path, source === undefined ? undefined : testNames(source))
    }
    return known.get(path)
  }
  return requirements.flatMap(({ line, shownBy }) =>
    shownBy.flatMap(({ path, test }) => {
      const names = namesIn(path)
      if (!names) return [{ line, message: `no file ${path}` }]
      return names.has(test) ? [] : [{ line, message: `no test in ${path} is named: ${test}` }]
    }),
  )
}

export function summarise(requirements: Requirement[]): string {
  const shown = requirements.filter(({ shownBy }) => shownBy.length > 0).length
  return `${requirements.length} requirements, ${shown} shown, ${requirements.length - shown} open`
}
