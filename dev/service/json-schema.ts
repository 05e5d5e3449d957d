import * as z from 'zod/mini'
import { serviceSchema } from '../../worker/services/format/service-schema.ts'
import { meaningOf, tableKey } from './key-meanings.ts'

/** A part of a JSON Schema, as far as the format uses it. */
export type SchemaPart = {
  type?: string
  description?: string
  properties?: Record<string, SchemaPart>
  required?: string[]
  items?: SchemaPart
  additionalProperties?: SchemaPart | boolean
  anyOf?: SchemaPart[]
  oneOf?: SchemaPart[]
  enum?: string[]
  const?: unknown
  $ref?: string
}

/** The published schema, from the one that the product reads services with. */
export function publishedSchema(): SchemaPart & { $id: string } {
  const { $schema, ...schema } = z.toJSONSchema(serviceSchema, { io: 'input' })
  const described = describe(schema as SchemaPart, '')
  return { $schema, $id: '/schemas/service-1.json', title: 'switchyard-service-1', ...described } as never
}

/** Each key with what it means; an editor shows it while somebody types. */
function describe(part: SchemaPart, place: string): SchemaPart {
  const { properties, items, additionalProperties, anyOf, oneOf } = part
  return {
    ...part,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, each]) => {
          const at = place === '' ? key : `${place}.${key}`
          return [key, { ...describe(each, at), description: meaningOf(at) }]
        }),
      ),
    }),
    ...(items && { items: describe(items, place) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: describe(additionalProperties, place) }),
    ...(anyOf && { anyOf: anyOf.map((each) => describe(each, place)) }),
    ...(oneOf && { oneOf: oneOf.map((each) => describe(each, place)) }),
  }
}

type FormatKey = { key: string; needed: 'yes' | 'no' | 'depends'; holds: string }

/** Every key of the format, as the table names it, with whether it must be there and what it holds. */
export function formatKeys(part: SchemaPart, place = '', isChoice = false): FormatKey[] {
  const { properties = {}, required = [], items, additionalProperties, anyOf = [], oneOf = [] } = part
  const own = Object.entries(properties).flatMap(([key, each]): FormatKey[] => {
    const at = place === '' ? key : `${place}.${key}`
    const needed = isChoice ? 'depends' : required.includes(key) ? 'yes' : 'no'
    return [{ key: tableKey(at), needed, holds: holdsOf(each) }, ...formatKeys(each, at)]
  })
  const inner = [...(items ? [items] : []), ...(typeof additionalProperties === 'object' ? [additionalProperties] : [])]
  const keys = [
    ...own,
    ...inner.flatMap((each) => formatKeys(each, place)),
    ...[...anyOf, ...oneOf].flatMap((each) => formatKeys(each, place, true)),
  ]
  return keys.filter(({ key }, index) => keys.findIndex((each) => each.key === key) === index)
}

/** The table of all keys of a schema, for docs/services.md. */
export function keyTable(schema: SchemaPart, meaning: (key: string) => string = meaningOf): string {
  const rows = formatKeys(schema).map(
    ({ key, needed, holds }) => `| \`${key}\` | ${needed} | ${holds} | ${meaning(key)} |`,
  )
  return ['| key | needed | holds | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function holdsOf(part: SchemaPart): string {
  if (part.$ref !== undefined) return 'any JSON'
  if (part.const !== undefined) return `\`${String(part.const)}\``
  if (part.enum) return part.enum.map((each) => `\`${each}\``).join(' ')
  const members = part.anyOf ?? part.oneOf
  if (members) return [...new Set(members.map(holdsOf))].join(' or ')
  switch (part.type) {
    case 'array':
      return 'list'
    case 'string':
      return 'text'
    default:
      return part.type ?? 'any JSON'
  }
}
