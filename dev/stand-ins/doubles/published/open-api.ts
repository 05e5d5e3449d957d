import { Ajv, type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { partOfSchema } from './part-of-schema.ts'

type Json = Record<string, unknown>
/** The parts of an OpenAPI 3.0 description that a double is held to. */
type Parameter = { name: string; in: string; required?: boolean; schema: object }
type Operation = {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object; examples?: object }> }>
}
export type OpenApi = { paths: Record<string, Record<string, Operation>>; components: Record<string, Json> }

type Call = { method: string; path: string }

/** A reader of schemas. Each check runs a few times, so its code is not made fast, which takes longer than all of them. */
export function schemaCheck(options: Options): Ajv {
  return new Ajv({ strict: false, inlineRefs: false, code: { optimize: false }, ...options })
}

/**
 * Holds requests and answers to what a provider publishes as OpenAPI. Problems are sentences; none where all is right.
 */
export class OpenApiCheck {
  readonly #document: OpenApi
  readonly #ajv: Ajv
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: OpenApi) {
    this.#document = document
    this.#ajv = schemaCheck({ allErrors: true, validateSchema: false, logger: false })
    addFormats.default(this.#ajv)
    this.#ajv.addKeyword({
      keyword: 'maxBytes',
      type: 'string',
      validate: (most: number, text: string) => Buffer.byteLength(text) <= most,
    })
    this.#ajv.addKeyword({
      keyword: 'maxGraphemes',
      type: 'string',
      validate: (most: number, text: string) => [...new Intl.Segmenter('en').segment(text)].length <= most,
    })
    const schemas = toJsonSchema(document.components['schemas'])
    this.#ajv.addSchema({ $id: 'published', components: { schemas } })
    this.#ajv.addSchema(Object(toPart({ $id: 'published-part', components: { schemas } })))
  }

  /** Lists the problems with a request. */
  requestProblems({ method, path }: Call, { query, body }: { query: Record<string, string>; body: string }): string[] {
    const found = this.#find(method, path)
    if (!found) return [`${method} ${path} is not published`]
    const { operation, template } = found
    const known = this.#parameters(operation).filter((each) => each.in === 'query')
    const unknown = Object.keys(query).filter((name) => !known.some((each) => each.name === name))
    const values = known.flatMap((each) => {
      const value = query[each.name]
      if (value === undefined) return each.required ? [`${each.name} is missing`] : []
      return this.#problems(`${template} ${method} ${each.name}`, each.schema, readValue(value))
    })
    return [
      ...unknown.map((name) => `${name} is not a parameter`),
      ...values,
      ...this.#bodyProblems(method, found, body),
    ]
  }

  #bodyProblems(method: string, { operation, template }: Found, body: string): string[] {
    const { content = {}, required } = operation.requestBody ?? {}
    const [json, form] = [content['application/json'], content['application/x-www-form-urlencoded']]
    if (body === '') return required ? ['the body is missing'] : []
    if (json) return this.#problems(`${template} ${method} body`, json.schema, JSON.parse(body))
    if (!form) return ['no body is published']
    const values = [...new URLSearchParams(body)].map(([name, value]) => [name, readValue(value)])
    return this.#problems(`${template} ${method} body`, form.schema, Object.fromEntries(values))
  }

  /** Lists the problems with an answer. */
  answerProblems(call: Call, answer: { status: number; body: string }): string[] {
    return this.#answerProblems(call, answer, { part: false })
  }

  /** The same for an answer that may lack what is published, such as a sample. */
  partProblems(call: Call, answer: { status: number; body: string }): string[] {
    return this.#answerProblems(call, answer, { part: true })
  }

  #answerProblems(
    { method, path }: Call,
    { status, body }: { status: number; body: string },
    { part }: { part: boolean },
  ): string[] {
    const found = this.#find(method, path)
    if (!found) return [`${method} ${path} is not published`]
    const named = found.operation.responses[String(status)]
    if (!named) return status >= 400 ? [] : [`${status} is not published`]
    const response = this.#resolve(named)
    const schema = jsonSchemaOf(response)
    if (!schema) return body === '' || status >= 400 ? [] : ['a body is not published']
    const name = `${found.template} ${method} ${status}${part ? ', in part' : ''}`
    return this.#problems(name, part ? Object(toPart(toJsonSchema(schema))) : schema, JSON.parse(body))
  }

  /** The first example that is published of an answer. */
  example(method: string, template: string, status: number): unknown {
    const operation = this.#document.paths[template]?.[method.toLowerCase()]
    const named = operation?.responses[String(status)]
    const examples = named && this.#resolve(named).content?.['application/json']?.examples
    const [first] = Object.values(examples ?? {})
    return structuredClone(this.#resolve<{ value?: unknown }>(first ?? {}).value)
  }

  #problems(name: string, schema: object, value: unknown): string[] {
    const known = this.#compiled.get(name)
    const validate = known ?? this.#ajv.compile(Object(toJsonSchema(schema)))
    this.#compiled.set(name, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${name}: ${instancePath} ${message}`)
  }

  #parameters({ parameters = [] }: Operation): Parameter[] {
    return parameters.map((each) => this.#resolve<Parameter>(each))
  }

  #find(method: string, path: string): Found | null {
    const parts = path.split('/')
    for (const [template, operations] of Object.entries(this.#document.paths)) {
      const operation = operations[method.toLowerCase()]
      if (operation && fits(template.split('/'), parts)) return { template, operation }
    }
    return null
  }

  #resolve<Part extends object>(part: Part | { $ref: string }): Part {
    if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part
    const found = part.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, name) => (value as Json)[name], this.#document)
    return found as Part
  }
}

type Found = { template: string; operation: Operation }

/** What a body may be: any form of JSON that is published for it, such as stars with and without their time. */
function jsonSchemaOf({ content = {} }: Operation['responses'][string]): object | undefined {
  const schemas = Object.entries(content).flatMap(([type, { schema }]) => (/[/+]json$/.test(type) && schema) || [])
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0]
}

/** Templates with fixed parts come first where both fit: they are listed so. */
function fits(template: string[], parts: string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index]))
  )
}

/** OpenAPI 3.0 says `nullable` where JSON Schema says that null is a type. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable, $ref, ...rest }: Json = { ...schema }
  const entries = Object.entries(rest).map(([name, value]) => [name, toJsonSchema(value)])
  const plain = {
    ...Object.fromEntries(entries),
    ...(typeof $ref === 'string' && { $ref: $ref.replace(/^#/, 'published#') }),
  }
  return nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain
}

function toPart(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(partOfSchema(schema)).replaceAll('"published#', '"published-part#'))
}

/** A value of an address as its schema means it. */
function readValue(text: string): unknown {
  if (/^-?\d+$/.test(text)) return Number(text)
  return text === 'true' || text === 'false' ? text === 'true' : text
}
