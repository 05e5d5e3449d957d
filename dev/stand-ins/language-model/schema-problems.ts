import { isRecord } from '../../../worker/contract/shared/is-record.ts'

type Schema = Record<string, unknown>

/** The most that OpenAI takes of one schema: values of all enums, properties, and levels of nesting. */
const VALUES_MAX = 1000
const PROPERTIES_MAX = 5000
const DEPTH_MAX = 10
const KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  'description',
])

/** Why strict structured outputs refuse this schema; empty for one that they take. */
export function schemaProblems(schema: unknown): string[] {
  const counts = { values: 0, properties: 0 }
  const problems = problemsAt(schema, 'schema', { depth: 0, counts })
  if (!isRecord(schema) || schema['type'] !== 'object') problems.push('schema must be of type object')
  if (counts.values > VALUES_MAX) problems.push(`schema has ${counts.values} enum values, more than ${VALUES_MAX}`)
  if (counts.properties > PROPERTIES_MAX) problems.push(`schema has more than ${PROPERTIES_MAX} properties`)
  return problems
}

type Walk = { depth: number; counts: { values: number; properties: number } }

function problemsAt(schema: unknown, path: string, { depth, counts }: Walk): string[] {
  if (!isRecord(schema)) return [`${path} is not a schema`]
  if (depth > DEPTH_MAX) return [`${path} is nested too deep`]
  const next = { depth: depth + 1, counts }
  const unknown = Object.keys(schema).filter((key) => !KEYWORDS.has(key))
  const problems = unknown.map((key) => `${path} uses ${key}, which is not permitted`)
  if (Array.isArray(schema['enum'])) {
    counts.values += schema['enum'].length
    if (schema['enum'].length === 0) problems.push(`${path} has an empty enum`)
  }
  if (Array.isArray(schema['anyOf'])) {
    return [...problems, ...schema['anyOf'].flatMap((each, at) => problemsAt(each, `${path}.anyOf.${at}`, next))]
  }
  switch (schema['type']) {
    case 'object':
      return [...problems, ...objectProblems(schema, path, next)]
    case 'array':
      return [...problems, ...problemsAt(schema['items'], `${path}.items`, next)]
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return problems
    default:
      return [...problems, `${path} has no type`]
  }
}

function objectProblems(schema: Schema, path: string, next: Walk): string[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const names = Object.keys(properties)
  next.counts.properties += names.length
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return [
    ...(schema['additionalProperties'] === false ? [] : [`${path} needs additionalProperties: false`]),
    ...names.filter((name) => !required.has(name)).map((name) => `${path}.required lacks ${name}`),
    ...names.flatMap((name) => problemsAt(properties[name], `${path}.${name}`, next)),
  ]
}

/** Why a value is not of a schema that strict structured outputs take; null where it is. */
export function mismatch(schema: unknown, value: unknown, path = 'answer'): string | null {
  if (!isRecord(schema)) return `${path} has no schema`
  if (Array.isArray(schema['anyOf'])) {
    const found = schema['anyOf'].map((each) => mismatch(each, value, path))
    return found.includes(null) ? null : (found.at(-1) ?? null)
  }
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) return `${path} is not one of its values`
  switch (schema['type']) {
    case 'object': {
      if (!isRecord(value)) return `${path} is not an object`
      const properties = isRecord(schema['properties']) ? schema['properties'] : {}
      const names = Object.keys(properties)
      if (Object.keys(value).some((name) => !names.includes(name))) return `${path} has more than its properties`
      return (
        names.map((name) => mismatch(properties[name], value[name], `${path}.${name}`)).find((each) => each) ?? null
      )
    }
    case 'array':
      if (!Array.isArray(value)) return `${path} is not a list`
      return value.map((each, at) => mismatch(schema['items'], each, `${path}.${at}`)).find((each) => each) ?? null
    case 'null':
      return value === null ? null : `${path} is not null`
    default:
      return typeof value === schema['type'] ? null : `${path} is not a ${String(schema['type'])}`
  }
}
