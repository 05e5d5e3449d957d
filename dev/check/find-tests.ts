/** A test in a source: the line of its call, counted from 1, and its name as written. */
type FoundTest = { line: number; name: string }

const CALL = /^[ \t]*(?:test|it)(?:\.(?:concurrent|sequential|fails))*(\.(?:each|for))?(?=[(<`])/gm
const LITERAL = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/

/** Finds the tests of a source, but not skipped, planned or commented-out ones. */
export function findTests(source: string): FoundTest[] {
  const firstArgument = new RegExp(`\\(\\s*(${LITERAL.source})`, 'y')
  return [...source.matchAll(CALL)].flatMap(({ 0: opening, 1: cases, index }) => {
    const end = index + opening.length
    firstArgument.lastIndex = cases ? skipCases(source, end) : end
    const quoted = firstArgument.exec(source)?.[1]
    if (!quoted) return []
    return [{ line: source.slice(0, index).split('\n').length, name: quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1') }]
  })
}

/** Returns where the cases of `each` or `for` end: after `(…)`, ignoring strings inside, or at a tagged template. */
function skipCases(source: string, start: number): number {
  let depth = 0
  const token = new RegExp(`${LITERAL.source}|[()]`, 'g')
  token.lastIndex = start
  for (let found = token.exec(source); found; found = token.exec(source)) {
    if (found[0] === '(') depth += 1
    if (found[0] === ')') depth -= 1
    if (depth === 0) return token.lastIndex
  }
  return source.length
}
