import { expect, test } from 'vitest'
import { compileFilter } from './check/compile-filter.ts'
import { runFilter } from './run-filter.ts'
import { evaluate, INPUT, runSource } from './testing/run-source.fixture.ts'

test.each([
  ['an error of its own', '\nthrow new Error("No good.")', 2, 'No good.'],
  ['a thrown text', 'throw "why"', 1, 'The code ended with: why'],
  ['a field of nothing', 'let a\n\na.b', 3, 'Cannot read “b” of undefined.'],
  ['an unknown method', '\nNotifications.send.setTitle("x")', 2, '“Notifications.send.setTitle” is not a function.'],
  ['a changed constant', 'const a = 1\na = 2', 2, '“a” is a constant and cannot be changed.'],
  ['a name used too early', 'a\nlet a', 1, '“a” is used before it is declared.'],
  ['a changed ingredient', 'Trigger.Text = "x"', 1, '“Text” cannot be changed.'],
  [
    'a line of a longer chain',
    'Trigger.Text\n  .trim()\n  .nothing()',
    3,
    '“Trigger.Text.trim(…).nothing” is not a function.',
  ],
  ['an endless loop', '\nwhile (true) {\n}', 3, 'This code takes too many steps. Use fewer loops or shorter texts.'],
])('fails with its line on %s', async (_what, source, line, message) => {
  const result = await runSource(source)
  expect(result).toMatchObject({ kind: 'failed', message })
  expect([line, line - 1]).toContain(result.kind === 'failed' && result.line)
})

test.each([
  ['a text of 65,537 characters', '"x".repeat(65537)', /longer than 65,536/],
  ['a list of 10,001 items', 'Array(10001)', /more than 10,000 items/],
  ['2 MB in all', '[...Array(40)].map(() => "x".repeat(60000)).length', /too much memory/],
  ['101 calls in each other', '((f) => f(f, 0))((f, n) => n > 110 ? n : f(f, n + 1))', /too deeply/],
  ['more than 200,000 steps', '(() => { for (let i = 0; i < 90000; i++) i })()', /too many steps/],
])('ends code that wants %s', async (_what, expression, message) => {
  expect(await evaluate(expression)).toMatch(message)
})

test('code within the limits is not ended', async () => {
  expect(await evaluate('"x".repeat(65536).length')).toBe('65536')
  expect(await evaluate('Array(10000).fill(1).length')).toBe('10000')
  expect(await evaluate('((f) => f(f, 0))((f, n) => n > 90 ? n : f(f, n + 1))')).toBe('91')
  expect(
    await evaluate(
      '(() => { let text = ""; for (let i = 0; i < 4000; i++) text += "ab"[i % 2]; return text.length })()',
    ),
  ).toBe('4000')
})

test('spent limits pass by catch and finally', async () => {
  const source = 'try { while (true) {} } catch { Notifications.send.skip() } finally { Notifications.send.skip() }'
  expect(await runSource(source)).toMatchObject({ kind: 'failed', message: expect.stringMatching(/too many steps/) })
})

test('stored code runs without the parser', async () => {
  const compiled = await compileFilter(
    'const [a, ...b] = [1, 2, 3]\nNotifications.send.setMessage(`${a}${b.map((x) => x * 2)}`)',
  )
  if (!compiled.ok) throw new Error('It should compile.')
  const stored = JSON.stringify(compiled.filter)
  const result = runFilter(JSON.parse(stored), INPUT)
  expect(result).toMatchObject({ actions: [{ fields: { message: '14,6' } }, {}] })
  expect(stored.length).toBeLessThan(800)
})

test('names of objects are names like any other in what services send', async () => {
  const ingredients = JSON.parse('{"constructor":"c","__proto__":"p","hasOwnProperty":"h"}')
  const input = { ...INPUT, trigger: { ...INPUT.trigger, ingredients } }
  expect(await evaluate('Object.keys(Trigger).join() + Trigger["con" + "structor"]', input)).toBe(
    'constructor,__proto__,hasOwnPropertyc',
  )
  expect(await evaluate('Object.entries(JSON.parse(\'{"__proto__":{"x":1}}\'))[0][0] + ({}).x')).toBe(
    '__proto__undefined',
  )
})
