import { expect, test } from 'vitest'
import { evaluate } from './testing/run-source.fixture.ts'

// It is Sunday, 22:30:15, in Berlin.
test.each([
  ['new Date().toLocaleDateString()', '11/22/2026'],
  ['new Date(0).toLocaleString()', '1/1/1970, 1:00:00 AM'],
  ['new Date().toLocaleTimeString("de-DE")', '22:30:15'],
  ['new Date().toLocaleDateString("de-DE", { weekday: "long", timeZone: "Asia/Tokyo" })', 'Montag'],
  ['new Date().toLocaleString("fr", { dateStyle: "full" })', 'dimanche 22 novembre 2026'],
  ['new Date(NaN).toLocaleString()', 'Invalid Date'],
  ['new Date().toLocaleString("no language")', '1: This language, or one of the options, is not known.'],
  ['new Date().toLocaleString("de", { month: "x" })', '1: This language, or one of the options, is not known.'],
  ['(-1234567.8915).toLocaleString()', '-1,234,567.892'],
  ['(1e21).toLocaleString()', '1e+21'],
  ['(5).toLocaleString("de")', '1: toLocaleString() of a number takes nothing here. Use toFixed().'],
  [
    '["zoo", "Äpfel", "apple", "Zoo", "äpfel", "b"].sort((a, b) => a.localeCompare(b)).join()',
    'äpfel,Äpfel,apple,b,zoo,Zoo',
  ],
  ['"a".localeCompare("a")', '0'],
])('%s', async (code, text) => {
  expect((await evaluate(code))?.replaceAll('\u202f', ' ')).toBe(text)
})

test('a hundred texts of dates take too many steps', async () => {
  const many = '(() => { for (let k = 0; k < 100; k++) new Date().toLocaleString("de", { year: "numeric" }) })()'
  expect(await evaluate(many)).toMatch(/too many steps/)
})
