import { compilePattern, type PatternProgram } from '../regexp/pattern-program.ts'
import { matchPattern } from '../regexp/match-pattern.ts'
import { PatternProblem } from '../regexp/pattern-tree.ts'
import { toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { FilterRecord, FilterRegExp, isObject, type FilterArray, type Value } from '../values/values.ts'
import { methodTable } from './method-table.ts'
import { namedGroups, Replacing } from './replace-text.ts'

type Match = { at: number; end: number; text: string; groups: (string | undefined)[] }

/** Throws SyntaxError into the code if the pattern is wrong or not available. */
export function makePattern(run: FilterRun, source: string, flags: string): FilterRegExp {
  run.allocate(32)
  return new FilterRegExp(source || '(?:)', flags, programOf(run, source, flags))
}

/** The same expression is made ready once in a run. */
function programOf(run: FilterRun, source: string, flags: string): PatternProgram {
  const key = `${flags}/${source}`
  run.spend(5 + (source.length >>> 4))
  const known = run.patterns.get(key)
  if (known) return known
  run.spend(10 + source.length)
  try {
    const program = compilePattern(source, flags)
    run.spend(program.cost)
    run.allocate(500 + 64 * program.instructions.length + program.cost)
    run.patterns.set(key, program)
    return program
  } catch (error) {
    if (error instanceof PatternProblem) return run.fail(error.message, 'SyntaxError')
    throw error
  }
}

function find(run: FilterRun, pattern: FilterRegExp, text: string, from: number): Match | null {
  if (from > text.length) return null
  const sticky = pattern.flags.includes('y')
  const slots = matchPattern(pattern.program, text, from, sticky, (steps) => run.spend(steps))
  if (!slots) return null
  const group = (index: number) => {
    const [start = -1, end = -1] = [slots[index * 2], slots[index * 2 + 1]]
    return start < 0 || end < 0 ? undefined : text.slice(start, end)
  }
  const groups = Array.from({ length: pattern.program.groups - 1 }, (_, index) => group(index + 1))
  const found = group(0) ?? ''
  run.allocate(32 + found.length)
  return { at: slots[0] ?? 0, end: slots[1] ?? 0, text: found, groups }
}

/** As `exec`: with `g` or `y` it begins at `lastIndex` and moves it. */
function findNext(run: FilterRun, pattern: FilterRegExp, text: string): Match | null {
  const moves = pattern.flags.includes('g') || pattern.flags.includes('y')
  const found = find(run, pattern, text, moves ? pattern.lastIndex : 0)
  if (moves) pattern.lastIndex = found ? found.end : 0
  return found
}

function findAll(run: FilterRun, pattern: FilterRegExp, text: string, each: (found: Match) => void): void {
  for (let from = 0; ;) {
    run.spend(2)
    const found = find(run, pattern, text, from)
    if (!found) return
    each(found)
    const step = pattern.flags.includes('u') && (text.codePointAt(found.end) ?? 0) > 0xffff ? 2 : 1
    from = found.end > found.at ? found.end : found.end + step
  }
}

function matchArray(
  run: FilterRun,
  pattern: FilterRegExp,
  { at, text: found, groups }: Match,
  text: string,
): FilterArray {
  const { names } = pattern.program
  const extra = new FilterRecord([
    ['index', at],
    ['input', text],
    ['groups', names.size > 0 ? namedGroups(run, groups, names) : undefined],
  ])
  run.allocate(64)
  return run.array([found, ...groups], extra)
}

function patternOf(run: FilterRun, value: Value, flags = ''): FilterRegExp {
  if (isObject(value) && value.kind === 'regexp') return value
  return makePattern(run, value === undefined ? '' : toText(run, value), flags)
}

export function matchText(run: FilterRun, text: string, value: Value): Value {
  const pattern = patternOf(run, value)
  if (!pattern.flags.includes('g')) {
    const found = findNext(run, pattern, text)
    return found && matchArray(run, pattern, found, text)
  }
  const texts: string[] = []
  findAll(run, pattern, text, (found) => {
    run.checkItems(texts.push(found.text))
  })
  pattern.lastIndex = 0
  return texts.length > 0 ? run.array(texts) : null
}

export function matchAll(run: FilterRun, text: string, value: Value): Value {
  const pattern = patternOf(run, value, 'g')
  if (!pattern.flags.includes('g')) run.fail('matchAll() needs a regular expression with the flag g.')
  const matches: FilterArray[] = []
  findAll(run, pattern, text, (found) => {
    run.checkItems(matches.push(matchArray(run, pattern, found, text)))
  })
  return run.array(matches)
}

export function searchText(run: FilterRun, text: string, value: Value): number {
  return find(run, patternOf(run, value), text, 0)?.at ?? -1
}

export function replaceMatches(run: FilterRun, text: string, pattern: FilterRegExp, by: Value): string {
  const replacing = new Replacing(run, text, by)
  const { names } = pattern.program
  const replace = ({ text: found, at, groups }: Match) => replacing.replace({ text: found, at, groups, names })
  if (!pattern.flags.includes('g')) {
    const found = findNext(run, pattern, text)
    if (found) replace(found)
    return replacing.finish()
  }
  // All are found before the first is replaced, as the function that replaces may use the same expression.
  const matches: Match[] = []
  findAll(run, pattern, text, (found) => {
    run.checkItems(matches.push(found))
  })
  pattern.lastIndex = 0
  for (const found of matches) replace(found)
  return replacing.finish()
}

export function splitByPattern(run: FilterRun, text: string, pattern: FilterRegExp, limit: number): Value {
  const items: Value[] = []
  if (text === '') return run.array(limit < 1 || find(run, pattern, text, 0) ? [] : [text])
  let start = 0
  findAll(run, pattern, text, ({ at, end, groups }) => {
    // An empty match at the end of a piece, or at the end of all, separates nothing.
    if (at >= text.length || (end === at && at === start)) return
    items.push(text.slice(start, at), ...groups)
    run.checkItems(items.length)
    start = end
  })
  items.push(text.slice(start))
  run.allocate(text.length)
  return run.array(items.slice(0, Math.max(0, limit)))
}

export const PATTERN_METHODS = methodTable<FilterRegExp>()({
  exec: (run, pattern, [value]) => {
    const text = toText(run, value)
    const found = findNext(run, pattern, text)
    return found && matchArray(run, pattern, found, text)
  },
  test: (run, pattern, [value]) => findNext(run, pattern, toText(run, value)) !== null,
  toString: (run, pattern) => toText(run, pattern),
})
