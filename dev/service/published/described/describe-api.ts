import type { OpenApi } from '../../../stand-ins/doubles/published/open-api.ts'

type Schema = object
type Properties = Record<string, Schema>
type Described = {
  query?: Properties
  /** Names of parameters that must be there. */
  required?: readonly string[]
  json?: Schema
  form?: Schema
  /** What a success is answered. Without it, any JSON; null for nothing. */
  answer?: Schema | null
}

export const text = { type: 'string' }
export const whole = { type: 'integer' }
export const yesOrNo = { type: 'boolean' }
export const oneOf = (...values: readonly (string | number)[]) => ({ enum: values })
export const listOf = (items: Schema) => ({ type: 'array', items })

/** An object without properties other than these. */
export function object(properties: Properties, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/**
 * The part of an API that a service's file uses, as its provider's documentation has it, by `GET /path/{part}`: where no
 * package publishes it.
 */
export function describeApi(endpoints: Record<string, Described>): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [name, { query = {}, required = [], json, form, answer = {} }] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const content = {
      ...(json && { 'application/json': { schema: json } }),
      ...(form && { 'application/x-www-form-urlencoded': { schema: form } }),
    }
    const answered = answer === null ? {} : { content: { 'application/json': { schema: answer } } }
    const parameters = Object.entries(query).map(([parameter, schema]) => {
      return { name: parameter, in: 'query', required: required.includes(parameter), schema }
    })
    const operation = {
      parameters,
      ...((json ?? form) && { requestBody: { required: true, content } }),
      responses: { '200': answered },
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return { paths, components: { schemas: {} } }
}
