import type { IngredientType } from '../connections/service.ts'
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  type DraftCondition,
  type DraftIngredient,
  type DraftWhen,
} from './draft.ts'

/*
 * "Only if …" as a form is filter code: a line for each condition, which gives its reason where it does not hold, and
 * then what skips every action. Only code that is exactly what a form makes becomes a form again.
 */

export type DraftConditions = Extract<DraftWhen, { kind: 'form' }>
const COMPARISONS = ['text', 'number', 'date'] as const
/** How an ingredient is compared: texts without regard to case, dates in the user's zone. */
export type Comparison = (typeof COMPARISONS)[number]

type Compared = Pick<DraftIngredient, 'filter_name' | 'label' | 'type'>
/**
 * `actions`: what filter code calls them, such as `GoogleSheets.addRow`. An unknown ingredient is compared as a text, and
 * a reason then has its last name in code.
 */
type Names = { actions: readonly string[]; ingredients: readonly Compared[] }

export function comparisonOf(type: IngredientType): Comparison {
  switch (type) {
    case 'number':
      return 'number'
    case 'date':
    case 'datetime':
      return 'date'
    case 'text':
    case 'url':
    case 'image_url':
    case 'file_url':
    case 'html':
    case 'location':
      return 'text'
  }
}

type Test = { code: string; unmet: string }
const same = (comparison: string): Test => ({ code: `${comparison}(X) === ${comparison}(V)`, unmet: 'is not' })
const other = (comparison: string): Test => ({ code: `${comparison}(X) !== ${comparison}(V)`, unmet: 'is' })
const BY_TEXT = {
  is: same('text'),
  is_not: other('text'),
  contains: { code: 'text(X).includes(V.toLowerCase())', unmet: 'does not contain' },
  contains_not: { code: '!text(X).includes(V.toLowerCase())', unmet: 'contains' },
  begins_with: { code: 'text(X).startsWith(V.toLowerCase())', unmet: 'does not begin with' },
  ends_with: { code: 'text(X).endsWith(V.toLowerCase())', unmet: 'does not end with' },
  more_than: { code: 'number(X) > number(V)', unmet: 'is not more than' },
  less_than: { code: 'number(X) < number(V)', unmet: 'is not less than' },
  is_empty: { code: 'text(X) === ""', unmet: 'is not empty' },
  is_not_empty: { code: 'text(X) !== ""', unmet: 'is empty' },
} satisfies Record<ConditionOperator, Test>
const TESTS: Record<Comparison, Record<ConditionOperator, Test>> = {
  text: BY_TEXT,
  number: { ...BY_TEXT, is: same('number'), is_not: other('number') },
  date: {
    ...BY_TEXT,
    is: same('day'),
    is_not: other('day'),
    more_than: { code: 'time(X) > time(V)', unmet: 'is not after' },
    less_than: { code: 'time(X) < time(V)', unmet: 'is not before' },
  },
}

/** A value of each kind as it is compared. A day without a time begins at midnight of the user's zone. */
const FUNCTIONS: readonly [name: string, code: string][] = [
  ['text', 'const text = (value) => String(value ?? "").trim().toLowerCase()'],
  ['number', 'const number = (value) => Number(String(value ?? "").trim() || NaN)'],
  [
    'time',
    'const time = (value) => new Date(String(value ?? "").trim().replace(/^\\d{4}-\\d\\d-\\d\\d$/, "$&T00:00")).getTime()',
  ],
  ['day', 'const day = (value) => new Date(time(value)).toDateString()'],
]

const HEADS = { all: '// Only if all of these are true.', any: '// Only if any of these is true.' } as const
const DAY = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/
const PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/
/** Characters of a value that a reason repeats. */
const VALUE_IN_REASON = 80

/** Whether the operator compares with a value. */
export function takesValue(operator: ConditionOperator): boolean {
  return operator !== 'is_empty' && operator !== 'is_not_empty'
}

/** The code of "Only if …"; null where it decides nothing. */
export function whenToCode(when: DraftWhen, names: Names): string | null {
  switch (when.kind) {
    case 'always':
      return null
    case 'form':
      return conditionsToCode(when, names) || null
    case 'code':
      return when.code.trim() === '' ? null : when.code
  }
}

/** The filter code of a form; empty where it has no conditions. A skipped action gives each condition that fails. */
export function conditionsToCode({ match, conditions }: DraftConditions, { actions, ingredients }: Names): string {
  if (conditions.length === 0) return ''
  const known = new Map(ingredients.map((each) => [each.filter_name, each]))
  const tests = conditions.map((condition) => {
    const { ingredient, operator } = condition
    const { type = 'text', label = ingredient.slice(ingredient.lastIndexOf('.') + 1) } = known.get(ingredient) ?? {}
    const test = TESTS[comparisonOf(type)][operator]
    return `if (!(${fill(test.code, condition)})) missed.push(${quote(label + unmetBy(condition, test))})`
  })
  const used = FUNCTIONS.filter(([name]) => tests.some((line) => uses(line, name)))
  return [
    HEADS[match],
    ...used.map(([, code]) => code),
    'const missed = []',
    ...tests,
    `if (missed.length ${match === 'all' ? '> 0' : `=== ${conditions.length}`}) {`,
    ...actions.map((action) => `  ${action}.skip(missed.join(" "))`),
    '}',
    '',
  ].join('\n')
}

/** The comparison stands before the value, which may hold anything. `day` needs `time`. */
function uses(line: string, name: string): boolean {
  const called = /^if \(!\(!?(\w+)\(/.exec(line)?.[1]
  return called === name || (called === 'day' && name === 'time')
}

function fill(code: string, { ingredient, value }: DraftCondition): string {
  // A name that is not one gives nothing, and cannot be anything else than a name.
  const path = PATH.test(ingredient) ? ingredient : `Trigger[${JSON.stringify(ingredient)}]`
  return code.replace(/[XV]/g, (place) => (place === 'X' ? path : quote(value)))
}

/** U+2028 and U+2029 would look like the end of a line. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
}

/** A reason without the ingredient that it begins with. */
function unmetBy({ operator, value }: DraftCondition, { unmet }: Test): string {
  const shown = value.length > VALUE_IN_REASON ? `${value.slice(0, VALUE_IN_REASON - 1)}…` : value
  return takesValue(operator) ? ` ${unmet} “${shown}”.` : ` ${unmet}.`
}

/** The form that this code was made from; null for code that was written, or changed since. */
export function codeToConditions(code: string): DraftConditions | null {
  const lines = code.split('\n')
  const read = lines.flatMap(readTest)
  const form: DraftConditions = {
    kind: 'form',
    match: lines[0] === HEADS.any ? 'any' : 'all',
    conditions: read.map(({ condition }) => condition),
  }
  const actions = lines.flatMap((line) => /^ {2}(.+)\.skip\(/.exec(line)?.[1] ?? [])
  // Some tests are the same for all types; one that is not decides.
  const ingredients = read
    .toSorted((one, next) => COMPARISONS.indexOf(one.comparison) - COMPARISONS.indexOf(next.comparison))
    .map(({ condition, comparison, label }) => ({ filter_name: condition.ingredient, label, type: comparison }))
  return read.length > 0 && conditionsToCode(form, { actions, ingredients }) === code ? form : null
}

/** `label`: what the reason calls the ingredient. */
function readTest(line: string): { condition: DraftCondition; comparison: Comparison; label: string }[] {
  for (const comparison of COMPARISONS) {
    for (const operator of CONDITION_OPERATORS) {
      const test = TESTS[comparison][operator]
      const escaped = test.code.replace(/[^\w\s]/g, '\\$&')
      const pattern = escaped.replace('X', '(?<ingredient>[\\w.]+)').replace('V', '(?<value>"(?:[^"\\\\]|\\\\.)*")')
      const read = new RegExp(`^if \\(!\\(${pattern}\\)\\) missed\\.push\\((?<reason>.*)\\)$`).exec(line)?.groups
      if (read?.['ingredient'] === undefined) continue
      const condition = { ingredient: read['ingredient'], operator, value: readValue(read['value'] ?? '""') }
      const label = readValue(read['reason'] ?? '""').slice(0, -unmetBy(condition, test).length)
      return [{ condition, comparison, label }]
    }
  }
  return []
}

function readValue(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return ''
  }
}

/** Finds the problem with a condition's value, as a sentence, or null. */
export function conditionProblem({ operator, value }: DraftCondition, type: IngredientType): string | null {
  if (!takesValue(operator)) return null
  if (value.trim() === '') return 'Fill in what to compare with.'
  const { code } = TESTS[comparisonOf(type)][operator]
  if (code.startsWith('number')) return Number.isNaN(Number(value)) ? 'Compare with a number, like 12 or 0.5.' : null
  if (code.startsWith('text') || code.startsWith('!text')) return null
  return DAY.test(value.trim()) && !Number.isNaN(Date.parse(value))
    ? null
    : 'Compare with a date, like 2026-03-01 or 2026-03-01T07:30.'
}
