import { expect, test } from 'vitest'
import { evaluate, INPUT, runSource } from './testing/run-source.fixture.ts'
import { FUEL_SPENT, spendFuel } from './testing/spent-fuel.fixture.ts'

test.each([
  ['an error of its own', '\nthrow new Error("No good.")', 2, 'No good.'],
  ['a field of nothing', 'let a\n\na.b', 3, 'Cannot read “b” of undefined.'],
  ['an unknown method', '\nNotifications.send.setTitle("x")', 2, '“Notifications.send.setTitle” is not a function.'],
  ['a number that is called', 'let a = 1; a(2)', 1, '“a” is not a function.'],
  ['a class that is none', '\nlet a = { b: 1 }\nnew a.b(2)', 3, '“a.b” is not a function.'],
  ['a text in the place of a function', '[1].map("x")', 1, 'map() needs a function.'],
  ['an unnamed function', 'let a = [1]\na[0 + 0](2)', 2, 'This is not a function.'],
  ['an answer that is called', 'let a = (b) => b\na(Math.abs(1))(2)', 2, 'This is not a function.'],
  ['a changed constant', 'const a = 1\na = 2', 2, '“a” cannot be changed.'],
  ['a name used too early', 'a\nlet a', 1, '“a” is used before it is declared.'],
  ['a changed ingredient', 'Trigger.Text = "x"', 1, '“Text” cannot be changed.'],
  ['a text that doubles without end', 'let s = "x"\nfor (;;) s += s', 2, 'A text cannot be this long.'],
  ['a line of a longer chain', 'Trigger.Text\n  .trim()\n  .nothing()', 3, '“nothing” is not a function.'],
])('fails with its line on %s', async (_what, source, line, message) => {
  const result = await runSource(source)
  expect(result).toMatchObject({ kind: 'failed', line, message })
})

test.each([
  ['a text of 65,537 characters', '"x".repeat(65537)', /longer than 65,536/],
  ['8 MB', '(() => { let s = "xy"; for (;;) { s += s; s.charCodeAt(0) } })()', /too much memory/],
  ['calls without end in each other', '((f) => f(f))((f) => f(f) + 1)', /too deeply/],
  ['more than 12 million units of fuel', '(() => { for (let i = 0; i < 5e6; i++) i })()', /too many steps/],
  ['a pattern without end', '/(x+x+)+y/.test("x".repeat(60000))', /too many steps/],
])('ends code that wants %s', async (_what, expression, message) => {
  expect(await evaluate(expression)).toMatch(message)
})

test('code within the limits is not ended', async () => {
  expect(await evaluate('"x".repeat(65536)')).toHaveLength(65_536)
  expect(await evaluate('Array(100000).fill(1).length')).toBe('100000')
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

test('nothing of a run is there for the next', async () => {
  await runSource('Math.abs = 2; JSON.stringify = () => "[]"; [].at(0)')
  expect(await evaluate('[1].map(Math.abs) + JSON.stringify([1])')).toBe('1[1]')
  expect(await evaluate('Array(4e5).length')).toBe('400000')
  expect(await evaluate('[1].map(Math.abs) + JSON.stringify([1])')).toBe('1[1]')
})

test('the same script spends the same fuel whatever ran before', async () => {
  const source = 'Notifications.send.setMessage(Meta.currentUserTime.tz("Asia/Tokyo").format())'
  const first = await runSource(source)
  await runSource('Array(3e5).fill(0); Meta.currentUserTime.tz("Asia/Seoul")')
  expect(await runSource(source)).toEqual(first)
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

test('scripts spend the same fuel in Node as in workerd', async () => {
  expect(await spendFuel()).toEqual(FUEL_SPENT)
})
