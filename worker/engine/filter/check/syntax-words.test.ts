import { expect, test } from 'vitest'
import { startCpuClock } from '../../../testing/cpu-clock.ts'
import { checkSource } from './check-source.ts'

test.each([
  ['export default 1', '1:1 “import” and “export” are not available in filter code.'],
  ['x = import.meta.url', '1:5 “import” and “export” are not available in filter code.'],
  ['let a\nlet a', '2:5 “a” is declared twice.'],
  ['(a, a) => 1', '1:5 “a” is declared twice.'],
  ['"a\nb"', '1:1 This text is not closed: a quote is missing.'],
  ['`a', '1:1 This text is not closed: a quote is missing.'],
  ['/* a', '1:1 This comment is not closed.'],
  ['x = /b', '1:5 This regular expression is not closed.'],
  ['x = /b(/', '1:5 This regular expression is wrong: Unterminated group.'],
  ['x = /b/gg', '1:5 This regular expression is followed by a wrong flag.'],
  ['1 ?? 2 || 3', '1:8 “??” next to “||” or “&&” needs parentheses.'],
  ['-1 ** 2', '1:4 “**” does not fit here. A minus before it needs parentheses.'],
  ['const a ;', '1:8 A value is missing: write “= …” after the name.'],
  ['{ 1', '1:4 The code ends too early: a bracket or a quote is not closed.'],
  ['let a: string', '1:6 “:” does not fit here. Types are not available: filter code is JavaScript, not TypeScript.'],
  ['let a = "b" "c $1"', '1:13 “"c $1"” does not fit here.'],
  ['let a = 1 constructor', '1:11 “constructor” does not fit here.'],
  ['let class = 1', '1:5 “class” is a word of the language and does not fit here.'],
  ['interface A {}', '1:1 “interface” is a word of the language and does not fit here.'],
  ['x = 010', '1:5 This number is not written correctly.'],
  ['1__0', '1:3 This number is not written correctly.'],
  ['"\\x"', '1:4 This escape is not written correctly.'],
  ['"\\u{fffffff}"', '1:5 There is no such character.'],
  ['f(1) = 2', '1:1 This cannot stand on the left of “=”, or where a name is expected.'],
  ['arguments = 2', '1:1 “arguments” cannot be given a value.'],
  ['x = { b = 1 }', '1:9 “=” does not fit here.'],
  ['throw\n1', '1:6 “throw” needs its value on the same line.'],
  ['break', '1:1 “break” needs a loop around it.'],
  ['try {}', '1:1 “try” needs “catch” or “finally”.'],
  ['delete a', '1:1 A name cannot be deleted.'],
  ['x = “a”', `1:5 ““” does not fit here. Write quotes as " or as '.`],
  ['let a\na <!-- b', '2:3 HTML comments are not available in filter code.'],
  ['1\n--> b', '2:1 HTML comments are not available in filter code.'],
  ['super.a', "1:1 'super' keyword outside a method."],
])('refuses %j with its place and plain words', (source, problem) => {
  expect(checkSource(source).map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([problem])
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
  ['groups of a regular expression', '/(?:'],
])('refuses deep %s without spending the stack', (_what, start) => {
  expect(checkSource(start.repeat(20_000 / start.length)).length).toBe(1)
})

test.each([
  ['names', 'a;'],
  ['signs', '+1 -1;'],
  ['open brackets of a regular expression', '/['],
  ['groups', '/()|'],
  ['comments', '/**/'],
  ['declarations', 'var a;'],
  ['escapes', '"\\n";'],
  ['templates', '`$a`;'],
  ['declared names', '{let a}'],
  ['members', '.a'],
  ['unknown members', 'Math.flor;'],
  ['functions', '(()=>a);'],
])('takes time in proportion to thousands of %s', (_what, part) => {
  const worked = startCpuClock()
  checkSource(part.repeat(100_000 / part.length))
  expect(worked()).toBeLessThan(4000)
})

test('takes little time for thousands of names that are not defined', () => {
  const worked = startCpuClock()
  const names = Array.from({ length: 3000 }, (_, at) => `n${at}`)
  expect(checkSource(`let ${names.join()}\n${names.map((name) => `${name}x`).join(';')}`)).toHaveLength(50)
  expect(worked()).toBeLessThan(4000)
})
