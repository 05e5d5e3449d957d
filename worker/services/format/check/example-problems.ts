import type { IngredientType } from '../../../contract/connections/service.ts'
import { toTime } from '../answer-place.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'

type Rule = { isRight: (example: string) => boolean; what: string }

const ADDRESS: Rule = { isRight: (text) => URL.canParse(text), what: 'an address, such as https://acme.test/boxes/7' }
/** Null where any text is right. */
const RULES: Record<IngredientType, Rule | null> = {
  text: null,
  html: null,
  location: null,
  url: ADDRESS,
  image_url: ADDRESS,
  file_url: ADDRESS,
  number: { isRight: isNumber, what: 'a number, such as 40.5' },
  date: { isRight: isDate, what: 'a date, such as 2026-03-01' },
  datetime: { isRight: (text) => toTime(text) !== null, what: 'a date and time, such as 2026-03-01T09:30:00Z' },
}

/** Examples of ingredients that are not of their type. */
export function exampleProblems({ triggers = [], queries = [] }: ServiceDefinition): FileProblem[] {
  return Object.entries({ triggers, queries }).flatMap(([kind, steps]) =>
    steps.flatMap(({ ingredients }, step) =>
      ingredients.flatMap(({ type, example }, index) => {
        const rule = RULES[type]
        if (rule === null || rule.isRight(example)) return []
        return [{ path: [kind, step, 'ingredients', index, 'example'], message: `must be ${rule.what}.` }]
      }),
    ),
  )
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** A day that its month has. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
