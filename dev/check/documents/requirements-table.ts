// Holds docs/requirements.md against the ids that tests carry. Pure: the caller brings the texts.
import { findTests } from '../find-tests.ts'

type Requirement = { line: number; id: string; text: string }
type Problem = { file: string; line: number; message: string }
/** A test and the ids in the comment right above it. */
type Carrier = { file: string; line: number; test: string; ids: string[] }
type Source = { path: string; text: string }

const subsections = (section: number, last: number) => Array.from({ length: last }, (_, i) => `${section}.${i + 1}`)

// Sections 2 and 4 have no text of their own: their subsections stand for them.
export const specSections = ['1', ...subsections(2, 6), '3', ...subsections(4, 12), '5', '6', '7', '8', '9']

const PAGE = 'docs/requirements.md'
const heading = /^#{1,6} +(?:(\d+(?:\.\d+)?)(?= |$))?/
const separator = /^\|(?: *:?-+:? *\|)+$/

/** Reads the rows `| id | requirement |` under the headings of their sections. */
export function parseRequirements(markdown: string) {
  const found: { requirements: Requirement[]; sections: string[]; problems: Problem[] } = {
    requirements: [],
    sections: [],
    problems: [],
  }
  let section: string | undefined
  const lines = markdown.split(/\r?\n/).map((text) => text.trim())
  for (const [index, text] of lines.entries()) {
    const headed = heading.exec(text)
    if (headed) section = headed[1]
    if (!text.startsWith('|') || separator.test(text) || separator.test(lines[index + 1] ?? '')) continue
    const line = index + 1
    const complain = (message: string) => found.problems.push({ file: PAGE, line, message })
    const cells = splitCells(text)
    const [id, requirement] = cells
    if (cells.length !== 2) complain(`a row has 2 cells, this one ${cells.length}`)
    if (!id || !requirement) {
      complain('a cell is empty: write an id and a requirement')
      continue
    }
    if (!section || !id.startsWith(`${section}-`) || !/^\d{2,3}$/.test(id.slice(section.length + 1)))
      complain(`id ${id} does not fit its section ${section ?? '(none)'}`)
    if (found.requirements.some((each) => each.id === id)) complain(`id ${id} has a row already`)
    if (section && !found.sections.includes(section)) found.sections.push(section)
    found.requirements.push({ line, id, text: requirement })
  }
  return found
}

function splitCells(row: string): string[] {
  const cells = row.slice(1).split(/(?<!\\)\|/)
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const ID = '§\\d+(?:\\.\\d+)?-\\d{2,3}'
const idLine = new RegExp(`^\\s*// ${ID}(?: ${ID})*$`)

/** The tests of a source that carry ids. A comment of ids that is not right above a test is a problem. */
export function readCarriers({ path, text }: Source): { carriers: Carrier[]; problems: Problem[] } {
  const names = new Map(findTests(text).map(({ line, name }) => [line, name]))
  const lines = text.split('\n')
  const carriers: Carrier[] = []
  const problems: Problem[] = []
  for (let index = 0; index < lines.length; index++) {
    const first = index + 1
    const ids: string[] = []
    for (; idLine.test(lines[index] ?? ''); index++) ids.push(...idsIn(lines[index] ?? ''))
    if (ids.length === 0) continue
    const test = names.get(index + 1)
    if (test === undefined) problems.push({ file: path, line: first, message: 'these ids stand above no test' })
    else carriers.push({ file: path, line: index + 1, test, ids })
  }
  return { carriers, problems }
}

function idsIn(line: string): string[] {
  return [...line.matchAll(/§(\S+)/g)].flatMap(([, id]) => id ?? [])
}

/** Who shows what: each row with its tests, and what is wrong with page or tests. */
export function matchRequirements(markdown: string, sources: readonly Source[]) {
  const { requirements, sections, problems } = parseRequirements(markdown)
  const read = sources.map(readCarriers)
  const carriers = read.flatMap((each) => each.carriers)
  const known = new Set(requirements.map(({ id }) => id))
  const matrix = requirements.map((row) => ({ ...row, shownBy: carriers.filter(({ ids }) => ids.includes(row.id)) }))
  const missing = specSections.filter((section) => !sections.includes(section))
  return {
    matrix,
    problems: [
      ...problems,
      ...read.flatMap((each) => each.problems),
      ...missing.map((section) => ({ file: PAGE, line: 1, message: `section ${section} of the spec has no table` })),
      ...matrix
        .filter(({ shownBy }) => shownBy.length === 0)
        .map(({ line, id }) => ({ file: PAGE, line, message: `no test carries §${id}` })),
      ...carriers.flatMap(({ file, line, ids }) =>
        ids.filter((id) => !known.has(id)).map((id) => ({ file, line, message: `§${id} is in no row of ${PAGE}` })),
      ),
    ],
  }
}
