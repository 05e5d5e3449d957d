import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IngredientValue } from '../../system/runner-api/step-outcome.ts'
import { startCpuClock } from '../../testing/cpu-clock.ts'
import { checkText } from './check-text.ts'
import { renderText } from './render-text.ts'
import { FILTER_NAMES, RENDERED_MAX } from './text-filters.ts'

const ingredients: Record<string, IngredientValue> = {
  Title: ' The Carry ',
  Empty: '',
  Nothing: null,
  Count: 3,
  Open: true,
  At: '2026-03-02T09:14:00Z',
  Day: '2026-03-02',
  Html: '<p>One &amp; two</p><script>alert("x")</script><p>Th&#114;ee<br>four</p>',
  'GitHub.openIssues.IssueTitle': 'One column late',
}
const values = {
  value: (name: string) => (Object.hasOwn(ingredients, name) ? ingredients[name] : undefined),
  timezone: 'Europe/Berlin',
  now: Date.UTC(2026, 2, 1, 12),
}
const render = (text: string) => renderText(text, values)

describe('a text with ingredients', () => {
  test.each([
    ['no braces', 'no braces'],
    ['{{Title}}!', ' The Carry !'],
    ['{{ Count }} of {{Open}}', '3 of true'],
    ['{{GitHub.openIssues.IssueTitle}}', 'One column late'],
    ['[{{Empty}}{{Nothing}}{{Unknown}}]', '[]'],
    ['{{Now}}', '2026-03-01T12:00:00.000Z'],
    ['{{ one }', '{{ one }'],
    ['{ {Title} }', '{ {Title} }'],
    ['{{constructor}}{{__proto__}}', ''],
  ])('renders %j', (text, rendered) => expect(render(text)).toBe(rendered))

  test.each([
    ['{{Empty | default: "none, yet | or }}"}}', 'none, yet | or }}'],
    ['{{Title | default: "none"}}', ' The Carry '],
    ['{{Title | trim}}', 'The Carry'],
    ['{{Title | trim | upper}}', 'THE CARRY'],
    ['{{Title | lower}}', ' the carry '],
    ['{{Title | trim | truncate: 5}}', 'The …'],
    ['{{Title | trim | truncate: 80}}', 'The Carry'],
    ['{{At | date: "D MMM, HH:mm"}}', '2 Mar, 10:14'],
    ['{{At | date: "dddd [the] DD. MMMM YYYY h:mm a"}}', 'Monday the 02. March 2026 10:14 am'],
    ['{{Day | date: "ddd YY-MM-DD"}}', 'Mon 26-03-02'],
    ['{{At | date}}', '2 Mar 2026, 10:14'],
    ['{{Day | date}}', '2 Mar 2026'],
    ['{{Title | date: "D MMM"}}', ' The Carry '],
    ['{{Title | replace: Carry, "Sum, $&"}}', ' The Sum, $& '],
    ['{{Title | replace: " "}}', 'TheCarry'],
    ['{{Html | strip_html}}', 'One & two\nThree\nfour'],
    ['{{Html | strip_html | first_line}}', 'One & two'],
    ['{{GitHub.openIssues.IssueTitle | json}}', '"One column late"'],
    ['{{Title | trim | url}}', 'The%20Carry'],
    ['{{Empty | default: "a\\n\\"b\\""}}', 'a\n"b"'],
    ['{{Title | shout}}', ' The Carry '],
  ])('filters %j', (text, rendered) => expect(render(text)).toBe(rendered))

  test('never reads a value as a text with ingredients', () => {
    expect(renderText('{{A}}', { ...values, value: () => '{{Title}}' })).toBe('{{Title}}')
  })

  test('never throws, and never becomes too long', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{', '}}', '|', ':', ',', '"', '\\', 'Title', 'Html', 'At', ...FILTER_NAMES),
    )
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        value,
        fc.constantFrom('Asia/Tokyo', 'nowhere'),
        (pieces, given, timezone) => {
          const text = renderText(pieces.join(''), { value: () => given, timezone, now: 0 })
          expect(text.length).toBeLessThanOrEqual(RENDERED_MAX)
          expect(checkText(pieces.join(''), ['Title'])).not.toBe('')
        },
      ),
    )
    const long = { ...values, value: () => 'a'.repeat(200_000) }
    expect(renderText('{{A}}'.repeat(4000), long).length).toBe(RENDERED_MAX)
    expect(renderText('{{A | replace: a, "bbbbbbbbbbbbbbbbbbbb"}}', long).length).toBe(RENDERED_MAX)
  })

  test.each([
    ['half a character that came', '{{A}}', '\ud83d', '\ufffd'],
    ['one that its end cuts', 'x{{A}}', '😀'.repeat(RENDERED_MAX / 2), `x${'😀'.repeat(RENDERED_MAX / 2 - 1)}\ufffd`],
    ['one that was written', '\ud83d', '', '\ufffd'],
  ])('replaces %s, which no request can hold', (_, text, value, rendered) => {
    expect(renderText(text, { ...values, value: () => value })).toBe(rendered)
  })

  test.each(['{{', '<script>', '<', '&', '<a', '{{A | ', '"'])('takes little time for many %j', (piece) => {
    const worked = startCpuClock()
    renderText(piece.repeat(20_000 / piece.length), values)
    renderText('{{A | strip_html}}', { ...values, value: () => piece.repeat(100_000 / piece.length) })
    expect(worked()).toBeLessThan(500)
  })
})

describe('a text that is saved', () => {
  const known = ['Title', 'RepositoryName', 'GitHub.openIssues.IssueTitle']

  test.each(['', 'no braces', '{{Title}}', '{{Title | trim | truncate: 8}}', '{{ Now | date }}'])(
    'accepts %j',
    (text) => expect(checkText(text, known)).toBeNull(),
  )

  test.each([
    ['{{Titel}}', 'There is no ingredient "Titel" (did you mean "Title"?).'],
    ['{{repositoryname}}', 'There is no ingredient "repositoryname" (did you mean "RepositoryName"?).'],
    ['{{Weather}}', 'There is no ingredient "Weather".'],
    ['{{Title | uper}}', 'Braces cannot use "uper" (did you mean "upper"?).'],
    ['{{Title | truncate}}', 'Check what follows "truncate:" in the braces.'],
    ['{{Title', '{{ is not an ingredient. Write it like {{Title}}.'],
    ['{{a b}}', '{{a b}} is not an ingredient. Write it like {{Title}}.'],
  ])('refuses %j', (text, sentence) => expect(checkText(text, known)).toBe(sentence))
})
