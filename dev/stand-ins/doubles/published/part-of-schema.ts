/**
 * The JSON Schema of a part of what this one describes: nothing has to be there, and what is there is of it. So a sample
 * may leave out what nobody reads, but has nothing that its provider does not publish.
 */
export function partOfSchema(schema: unknown): unknown {
  return partOf(schema, true)
}

function partOf(schema: unknown, closes: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((each) => partOf(each, closes))
  if (typeof schema !== 'object' || schema === null) return schema
  const { required: _required, oneOf, properties, ...rest } = schema as Record<string, unknown>
  const entries = Object.entries(rest).map(([name, value]) => {
    if (name === 'enum' || name === 'const' || name === 'default' || name === 'example') return [name, value]
    // Each of `allOf` has only some of the properties.
    return [name, partOf(value, closes && name !== 'allOf')]
  })
  return {
    ...Object.fromEntries(entries),
    ...(oneOf !== undefined && { anyOf: partOf(oneOf, closes) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(Object(properties)).map(([name, value]) => [name, partOf(value, true)]),
      ),
      ...(closes && !('additionalProperties' in rest) && { additionalProperties: false }),
    }),
  }
}
