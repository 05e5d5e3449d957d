import * as fc from 'fast-check'
import { safeParse, type $ZodType, type $ZodTypes } from 'zod/v4/core'

type Known = readonly (string | number)[]

/** For what a pattern does not tell: a country, a zone, addresses, a number, a text, an amount, a time. */
const WORDS: Known = [
  'US',
  'Europe/Berlin',
  'somebody@example.test',
  'https://fcm.googleapis.com/fcm/send/somebody',
  '+4915112345678',
  'These words are said.',
  0,
  1,
  60,
  Date.UTC(2026, 2, 1),
]
/** How many values are tried before a schema counts as one that no value fits. */
const MOST_TRIES = 5000
const AT_ONCE = 100

/**
 * Makes this many values that the schema takes. `known`: values that stand wherever a part of the schema takes them, such
 * as ids of rows. Throws for a schema that it makes nothing for.
 */
export function validInputs(schema: $ZodType, known: Known, count: number): unknown[] {
  const made: unknown[] = []
  const any = valuesOf(schema, known)
  for (let tried = 0; tried < MOST_TRIES && made.length < count; tried += AT_ONCE) {
    const values = fc.sample(any, { numRuns: AT_ONCE, seed: tried })
    made.push(...values.filter((value) => takes(schema, value)))
  }
  if (made.length < count) throw new Error(`Of ${MOST_TRIES} values the schema takes ${made.length}.`)
  return made.slice(0, count)
}

function takes(schema: $ZodType, value: unknown): boolean {
  return safeParse(schema, value).success
}

function valuesOf(schema: $ZodType, known: Known): fc.Arbitrary<unknown> {
  const inner = (part: $ZodType) => valuesOf(part, known)
  const given = [...known, ...WORDS].filter((value) => takes(schema, value))
  // Each class of zod has its own definition, told apart by `type`.
  const { def } = (schema as $ZodTypes)._zod
  const { pattern, least } = boundsOf(schema)
  switch (def.type) {
    case 'string':
      return given.length > 0
        ? fc.oneof({ arbitrary: fc.constantFrom(...given), weight: 4 }, textOf(pattern, least))
        : textOf(pattern, least)
    case 'number':
      return given.length > 0 ? fc.constantFrom(...given) : fc.constant(least)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.constant('anything')
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'union':
      return fc.oneof(...def.options.map(inner))
    case 'array':
      return fc.array(inner(def.element), { minLength: least, maxLength: least + 2 })
    case 'record':
      return fc.dictionary(inner(def.keyType).map(String), inner(def.valueType), { maxKeys: 2 })
    case 'object': {
      const parts = Object.entries(def.shape)
      const requiredKeys = parts.filter(([, part]) => part._zod.optin !== 'optional').map(([name]) => name)
      return fc.record(Object.fromEntries(parts.map(([name, part]) => [name, inner(part)])), { requiredKeys })
    }
    case 'nullable':
      return fc.option(inner(def.innerType))
    case 'optional':
    case 'default':
    case 'catch':
      return inner(def.innerType)
    case 'pipe':
      return inner((def.in as $ZodTypes)._zod.def.type === 'transform' ? def.out : def.in)
    default:
      throw new Error(`No value is made for a schema of type ${def.type}.`)
  }
}

function textOf(pattern: RegExp | undefined, minLength: number): fc.Arbitrary<string> {
  return pattern ? fc.stringMatching(pattern) : fc.string({ minLength, maxLength: minLength + 20 })
}

/** What the checks of a schema tell about its values: a pattern, and the least length or number. */
function boundsOf(schema: $ZodType): { pattern?: RegExp; least: number } {
  const checks = (schema._zod.def.checks ?? []).map((check) => ({ ...check._zod.def }) as Bound)
  const pattern = checks.find((check) => check.pattern)?.pattern
  const least = Math.max(
    0,
    ...checks.flatMap(({ minimum, check, value }) => minimum ?? (check === 'greater_than' ? Number(value) : [])),
  )
  return { ...(pattern && { pattern }), least }
}

/** What checks of several classes have. */
type Bound = { check: string; pattern?: RegExp; minimum?: number; value?: number | bigint }
