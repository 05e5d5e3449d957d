import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startCpuClock } from '../../../testing/cpu-clock.ts'
import { acornTree, comparable } from '../testing/acorn-tree.fixture.ts'
import { endlessScripts, reachingScripts } from '../testing/hostile-scripts.fixture.ts'
import { randomProgram } from '../testing/random-program.fixture.ts'
import { damaged, randomPieces, randomShapes } from '../testing/random-shapes.fixture.ts'
import { parseSource } from './parse-source.ts'

/** All of them run in `npm run test:long`. */
const share = process.env['LONG_RUNS'] ? 1 : 0.1

function ourTree(source: string): string | null {
  const { program, problems } = parseSource(source)
  return program && problems.length === 0 ? comparable(program.body) : null
}

/** Compares with acorn; returns whether the code is accepted. */
function readsAsAcorn(source: string): boolean {
  // Comments that HTML once allowed in scripts are refused here, and comments for the shell too.
  if (source.includes('<!--') || source.startsWith('#!')) return false
  const ours = ourTree(source)
  expect(ours, source).toBe(acornTree(source))
  return ours !== null
}

function messages(source: string): string[] {
  return parseSource(source).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

test('2,000 random programs are read as acorn reads them', { tags: ['long'] }, () => {
  const seeds = fc.sample(fc.integer(), 2000 * share)
  expect(seeds.every((seed) => readsAsAcorn(randomProgram(seed)))).toBe(true)
  const hostile = [...endlessScripts(), ...reachingScripts()]
  for (const script of hostile.filter((_, at) => at % (1 / share) === 0)) readsAsAcorn(script)
})

test.each([
  ['random shapes', randomShapes],
  ['random pieces', randomPieces],
  ['damaged programs', (seed: number) => damaged(randomProgram(seed), seed)],
])('%s are accepted or refused as acorn does', { tags: ['long'] }, (_what, make) => {
  let accepted = 0
  const reads = fc.property(fc.integer(), (seed) => {
    if (readsAsAcorn(make(seed))) accepted++
  })
  fc.assert(reads, { numRuns: 30_000 * share })
  expect(accepted).toBeGreaterThan(1000 * share)
})

test('characters in any order are read as acorn reads them', { tags: ['long'] }, () => {
  const chars = fc.oneof(
    fc.constantFrom(...'abnu01_.\\\'"`$/*[]{}()=+-<>!?:;,#@\n\r\u2028\ufeff\u00a0\u200d', 'é', '𝒳', '\\u{61}', '\\x41'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  const reads = fc.property(fc.array(chars, { maxLength: 12 }), (parts) => void readsAsAcorn(parts.join('')))
  fc.assert(reads, { numRuns: 30_000 * share })
})

test.each([
  'a\n++b',
  'let a = 1\n[a] = [2]',
  'a\n/b/g.c',
  'x = a / b / c; y = /[/]/.test(a) / 2; if (a) /b/.test(c); ({}) / 1',
  'x = `a${`b${{ c: `}` }.c}`}d`',
  'x = (a, { b = 1, ...c }, [d = () => ({})], ...e) => a ?? b',
  'for (let x = (a in b) ? 1 : [c in d]; ; ) break',
  'let ünï\\u0061 = 1_000.5e1_0 + 0xf_f + .5, \u{1d4b3} = "\\u{1f600}\\x41\\\n"',
  'a?.b?.[c]?.(d).e; a ?.5:1; (-2) ** 2 ** 3',
  'return\n1',
  'do a++; while (a < 3) b()',
])('reads %j as acorn does', (source) => {
  expect(readsAsAcorn(source)).toBe(true)
})

test.each([
  ['class A { b = `}${{}}`; c = /}/ }\nlet d\nlet d', '3:5 “d” is declared twice.'],
  ['class A { b() { return `}` } }\nfetch', '1:1 “class” is not available in filter code.'],
  ['const f = async (a) => await a', '1:11 “async” is not available in filter code.'],
  ['async function f() {}', '1:1 “async” is not available in filter code.'],
  ['function* f() { yield 1 }', '1:9 Generators (function*) are not available in filter code.'],
  ['export default 1', '1:1 “import” and “export” are not available in filter code.'],
  ['x = { get a() { return 1 } }', '1:7 “get” is not available in filter code.'],
  ['a: for (;;) break a', '1:1 A label (“a:”) is not available in filter code.'],
  ['with (a) b', '1:1 “with” is not available in filter code.'],
  ['f`text`', '1:1 A function before a template text is not available in filter code.'],
  ['1n', '1:1 A number with “n” at its end is not available in filter code.'],
  ['a <!-- b', '1:3 HTML comments are not available in filter code.'],
  ['let a\nlet a', '2:5 “a” is declared twice.'],
  ['"a\nb"', '1:1 This text is not closed: a quote is missing.'],
  ['/* a', '1:1 This comment is not closed.'],
  ['a = /b', '1:5 This regular expression is not closed.'],
  ['a ?? b || c', '1:8 “??” next to “||” or “&&” needs parentheses.'],
  ['const a', '1:7 A value is missing: write “= …” after the name.'],
  ['{ a', '1:4 The code ends too early: a bracket or a quote is not closed.'],
  ['a = 010', '1:5 This number is not written correctly.'],
  ['f(1) = 2', '1:1 This cannot stand on the left of “=”, or where a name is expected.'],
])('refuses %j with its place and plain words', (source, message) => {
  expect(messages(source)).toContain(message)
})

test.each([
  ['parentheses', '('],
  ['lists', '['],
  ['records', '({a:'],
  ['functions', 'function f(){'],
  ['arrows', 'a=>'],
  ['blocks', '{'],
  ['parameters', '(a='],
  ['templates', '`${'],
  ['patterns', 'let [{a:['],
  ['calls', 'f('],
  ['classes', 'class A extends '],
  ['labels', 'a:for(;;)'],
  ['awaits', 'await '],
])('refuses deep %s without spending the stack', (_what, start) => {
  expect(messages(start.repeat(20_000 / start.length)).length).toBeGreaterThan(0)
})

test.each([
  ['names', 'a;'],
  ['signs', '+1 -1;'],
  ['open brackets of a regular expression', '/['],
  ['comments', '/**/'],
  ['declarations', 'var a;'],
  ['escapes', '"\\n";'],
  ['templates', '`$a`;'],
  ['declared names', '{let a}'],
])('takes time in proportion to thousands of %s', (_what, part) => {
  const worked = startCpuClock()
  parseSource(part.repeat(100_000 / part.length))
  expect(worked()).toBeLessThan(4000)
})
