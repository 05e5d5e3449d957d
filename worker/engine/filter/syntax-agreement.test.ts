import type { AnyNode } from 'acorn'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSource } from './check/check-source.ts'
import { readProgram } from './check/read-program.ts'
import { refusedConstruct } from './check/refused-constructs.ts'
import { childrenOf } from './check/tree-nodes.ts'
import { runFilter } from './run-filter.ts'
import { endlessScripts } from './testing/hostile-scripts.fixture.ts'
import { damaged, randomPieces, randomShapes } from './testing/random-shapes.fixture.ts'
import { INPUT } from './testing/run-source.fixture.ts'

/** All of them run in `npm run test:long`. */
const share = process.env['LONG_RUNS'] ? 1 : 0.1

const scripts = endlessScripts()

function isRefused(node: AnyNode): boolean {
  return refusedConstruct(node, true) !== undefined || childrenOf(node).some(isRefused)
}

/** Whether the engine reads the code; nothing of it runs. */
function isReadByEngine(source: string): boolean {
  return runFilter({ version: 2, source: `return;\n${source}` }, INPUT).kind === 'decided'
}

test.each([
  ['random shapes', randomShapes],
  ['random pieces', randomPieces],
  ['damaged scripts', (seed: number) => damaged(scripts.at(seed % scripts.length) ?? '', seed)],
])('the engine reads what passes the check of %s', { tags: ['long'] }, (_what, make) => {
  let accepted = 0
  const reads = fc.property(fc.integer(), (seed) => {
    const source = make(seed)
    const program = readProgram(source)
    if (!('type' in program) || isRefused(program)) return
    accepted++
    expect(isReadByEngine(source), source).toBe(true)
  })
  fc.assert(reads, { numRuns: 30_000 * share })
  expect(accepted).toBeGreaterThan(1000 * share)
})

const within =
  (start: string, end = '', core = '') =>
  (levels: number) =>
    start.repeat(levels) + core + end.repeat(levels)

test.each([
  ['blocks', within('{', '}')],
  ['parentheses', within('(', ')', '1')],
  ['lists', within('[', ']')],
  ['records', within('({a:', '})', '1')],
  ['arrows', within('a=>', '', '1')],
  ['calls', within('String(', ')')],
  ['templates', within('`${', '}`', '1')],
  ['functions', within('function f(){', '}')],
  ['classes', within('(class{a=', '})', '1')],
  ['loops', within('for(;;)', '', ';')],
  ['loops that end with their condition', within('do ', 'while(0);', ';')],
  ['labels', (levels) => Array.from({ length: levels }, (_, at) => `a${at}:`).join('') + ';'],
  ['attempts', within('try{', '}catch{}')],
  ['signs', within('- ', '', '1')],
  ['choices', within('1?2:', '', '3')],
  ['defaults', (levels) => `let a\n${within('(a=', ')', '1')(levels)}`],
  ['patterns', (levels) => `let ${within('[', ']', 'a')(levels)}=[]`],
] as [string, (levels: number) => string][])('the engine reads %s as deep as the check lets them be', (_what, make) => {
  let most = 40
  while (checkSource(make(most + 1)).length === 0) most++
  expect(most).toBeGreaterThan(40)
  expect(isReadByEngine(make(most))).toBe(true)
})

test.each([
  ['members', `const a = {}\na${'?.a'.repeat(6660)}`],
  ['parts of a sum', `${'1+'.repeat(5000)}1`],
  ['statements', 'Math.abs(1)\n'.repeat(1600)],
  ['functions', '(()=>1)\n;'.repeat(2200)],
  ['classes', '(class{#a=1;b(){return this.#a}})\n;'.repeat(550)],
  ['texts', `"${'é'.repeat(19_990)}"`],
  ['digits', `${'9'.repeat(19_990)}n`],
])('the engine reads 20,000 characters of %s', (_what, source) => {
  expect(source.length).toBeLessThanOrEqual(20_000)
  expect(checkSource(source)).toEqual([])
  expect(isReadByEngine(source)).toBe(true)
})
