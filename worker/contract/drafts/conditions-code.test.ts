import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileFilter } from '../../engine/filter/check/compile-filter.ts'
import type { IngredientValue } from '../../system/runner-api/step-outcome.ts'
import { runFilter } from '../../engine/filter/run-filter.ts'
import type { IngredientType } from '../connections/service.ts'
import {
  codeToConditions,
  comparisonOf,
  conditionProblem,
  conditionsToCode,
  takesValue,
  type DraftConditions,
} from './conditions-code.ts'
import { CONDITION_OPERATORS, type DraftCondition } from './draft.ts'

const TYPES = { Name: 'text', Stars: 'number', At: 'datetime' } as const satisfies Record<string, IngredientType>
const LABELS: Record<string, string> = { Name: 'Starred by', At: 'Starred "at"' }
const INGREDIENTS = [
  ...Object.entries(TYPES).map(([slug, type]) => ({
    filter_name: `GitHub.newStar.${slug}`,
    label: LABELS[slug] ?? slug,
    type,
  })),
  { filter_name: 'GitHub.openIssues.IssueTitle', label: 'Title', type: 'text' as const },
]
const NAMES = { actions: ['GoogleSheets.addRow', 'Notifications.send'], ingredients: INGREDIENTS }
const ZONE = 'America/New_York'

const all = (...conditions: DraftCondition[]): DraftConditions => ({ kind: 'form', match: 'all', conditions })
const on = (slug: string, operator: DraftCondition['operator'], value = ''): DraftCondition => ({
  ingredient: `GitHub.newStar.${slug}`,
  operator,
  value,
})

/** Decides with the code for each action: why it is skipped, or null. */
async function decide(form: DraftConditions, ingredients: Record<string, IngredientValue>) {
  const compiled = await compileFilter(conditionsToCode(form, NAMES), {
    trigger: { service: 'GitHub', step: 'newStar', ingredients: Object.keys(TYPES) },
    queries: [{ service: 'GitHub', step: 'openIssues', ingredients: ['IssueTitle'] }],
    actions: ACTIONS,
  })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const result = runFilter(compiled.filter, {
    now: 0,
    timezone: ZONE,
    event_time: 0,
    trigger: { service: 'GitHub', step: 'newStar', ingredients },
    queries: [{ service: 'GitHub', step: 'openIssues', rows: [] }],
    actions: ACTIONS,
  })
  if (result.kind === 'failed') throw new Error(result.message)
  return result.actions.map(({ skipped }) => skipped)
}
const ACTIONS = [
  { service: 'GoogleSheets', step: 'addRow', fields: ['row'] },
  { service: 'Notifications', step: 'send', fields: ['message'] },
]

/** The same decision, written without any filter code. */
function holds({ ingredient, operator, value }: DraftCondition, given: Record<string, IngredientValue>): boolean {
  const slug = ingredient.slice(ingredient.lastIndexOf('.') + 1)
  const kind = comparisonOf(INGREDIENTS.find(({ filter_name }) => filter_name === ingredient)?.type ?? 'text')
  const text = String(given[slug] ?? '').trim()
  const [left, right] = [text.toLowerCase(), value.toLowerCase()]
  const equal = {
    text: left === right.trim(),
    number: text !== '' && Number(text) === Number(value),
    date: dayIn(text) !== null && dayIn(text) === dayIn(value),
  }[kind]
  const difference = kind === 'date' ? msIn(text) - msIn(value) : text === '' ? NaN : Number(text) - Number(value)
  switch (operator) {
    case 'is':
      return equal
    case 'is_not':
      return !equal
    case 'contains':
      return left.includes(right)
    case 'contains_not':
      return !left.includes(right)
    case 'begins_with':
      return left.startsWith(right)
    case 'ends_with':
      return left.endsWith(right)
    case 'more_than':
      return difference > 0
    case 'less_than':
      return difference < 0
    case 'is_empty':
      return text === ''
    case 'is_not_empty':
      return text !== ''
  }
}

/** In March of 2026 New York is five hours behind UTC until the 8th at 7:00 UTC, and four from then on. */
function msIn(text: string): number {
  if (text.endsWith('Z')) return Date.parse(text)
  const asUtc = Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`)
  return asUtc + (asUtc < Date.UTC(2026, 2, 8, 3) ? 5 : 4) * 3_600_000
}

function dayIn(text: string): string | null {
  const ms = msIn(text)
  return Number.isNaN(ms) ? null : new Date(ms).toLocaleDateString('en-US', { timeZone: ZONE })
}

const word = fc.oneof(
  fc.constantFrom(
    'worker',
    'Worker',
    'work',
    ' work',
    'er',
    'a"b',
    "it's",
    '\\',
    '`${x}`',
    '</script>',
    '\n',
    '\u2028',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const amount = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -2, max: 2 }))
const moment = fc
  .date({ min: new Date('2026-03-06T00:00Z'), max: new Date('2026-03-10T00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = moment.map((text) => text.slice(0, 10))
const minute = day.chain((date) => fc.constantFrom(`${date}T00:00`, `${date}T11:30`, `${date}T23:59`))

const values = fc.record({
  Name: fc.oneof(word, fc.constant(null), fc.constant('')),
  Stars: fc.oneof(amount, amount.map(String), fc.constantFrom('', null, 'many')),
  At: fc.oneof(moment, day, fc.constantFrom('', null, 'soon')),
})
const operator = fc.constantFrom(...CONDITION_OPERATORS)
const anyCondition: fc.Arbitrary<DraftCondition> = fc
  .oneof(
    fc.record({ slug: fc.constant('Name'), operator, value: fc.oneof(word, amount.map(String)) }),
    fc.record({ slug: fc.constant('Stars'), operator, value: amount.map(String) }),
    fc.record({ slug: fc.constant('At'), operator, value: fc.oneof(day, minute) }),
  )
  .map(({ slug, operator: chosen, value }) => on(slug, chosen, takesValue(chosen) ? value : ''))
const anyForm: fc.Arbitrary<DraftConditions> = fc.record({
  kind: fc.constant('form' as const),
  match: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(anyCondition, { minLength: 1, maxLength: 5 }),
})

test('code of a form decides as the form says', async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, values, async (given, ingredients) => {
      const met = given.conditions.map((each) => holds(each, ingredients))
      const done = given.match === 'all' ? met.every(Boolean) : met.some(Boolean)
      const reasons = await decide(given, ingredients)
      expect(reasons.map((reason) => reason === null)).toEqual([done, done])
    }),
  )
})

test('code of a form becomes the same form again', () => {
  fc.assert(
    fc.property(anyForm, fc.subarray(NAMES.actions), (given, actions) => {
      expect(codeToConditions(conditionsToCode(given, { ...NAMES, actions }))).toEqual(given)
    }),
  )
})

test.each([
  ['a changed test', (code: string) => code.replace('work', 'play')],
  ['a changed reason', (code: string) => code.replace('does not contain', 'lacks')],
  ['a line more', (code: string) => `${code}GoogleSheets.addRow.setRow("x")\n`],
  ['another comment', (code: string) => code.replace('// Only', '// Just')],
  ['nothing', () => ''],
])('code with %s stays code', (_what, change) => {
  const code = conditionsToCode(all(on('Name', 'contains', 'work'), on('Stars', 'more_than', '5')), NAMES)
  expect(codeToConditions(code)).not.toBeNull()
  expect(codeToConditions(change(code))).toBeNull()
})

test('a value that looks like code stays a value', () => {
  const form = all(on('Name', 'is', 'x")) missed.push("'), on('Name', 'contains', '\u2028\\" + X + V'))
  expect(codeToConditions(conditionsToCode(form, NAMES))).toEqual(form)
})

test('a name that is not one never becomes code', async () => {
  const form = all({ ingredient: 'x); while (true) {} (', operator: 'is_empty', value: '' })
  await expect(decide(form, {})).rejects.toThrow('Trigger has no ingredient x); while (true) {} (.')
})

test.each([
  [on('Name', 'contains', 'worker'), 'Starred by does not contain “worker”.'],
  [on('Name', 'is', 'a'.repeat(100)), `Starred by is not “${'a'.repeat(79)}…”.`],
  [on('Name', 'is_not', 'other'), 'Starred by is “other”.'],
  [on('Name', 'is_empty'), 'Starred by is not empty.'],
  [on('Stars', 'more_than', '5'), 'Stars is not more than “5”.'],
  [on('At', 'less_than', '2026-03-01'), 'Starred "at" is not before “2026-03-01”.'],
])('the history says why: %j', async (condition, reason) => {
  const given = { Name: 'other', Stars: 5, At: '2026-03-02T00:00:00Z' }
  expect(await decide(all(condition), given)).toEqual([reason, reason])
})

test('each condition that fails is in the reason', async () => {
  const form = all(on('Name', 'is', 'a'), on('Name', 'is_not_empty'), on('Stars', 'is', '1'))
  const reason = 'Starred by is not “a”. Stars is not “1”.'
  expect(await decide(form, { Name: 'b', Stars: 2 })).toEqual([reason, reason])
})

test('a form without conditions gives empty code', () => {
  expect(conditionsToCode(all(), NAMES)).toBe('')
})

test.each([
  [on('Name', 'contains', ' '), 'text', 'Fill in what to compare with.'],
  [on('Name', 'is_empty'), 'text', null],
  [on('Name', 'more_than', 'ten'), 'text', 'Compare with a number, like 12 or 0.5.'],
  [on('Stars', 'is', '1.5'), 'number', null],
  [on('Stars', 'is', 'one'), 'number', 'Compare with a number, like 12 or 0.5.'],
  [on('At', 'is', '2026-02-28'), 'datetime', null],
  [on('At', 'more_than', 'soon'), 'date', 'Compare with a date, like 2026-03-01 or 2026-03-01T07:30.'],
  [on('At', 'contains', '2026'), 'date', null],
] as const)('says what is wrong with the value of %j', (condition, type, problem) => {
  expect(conditionProblem(condition, type)).toBe(problem)
})
