import {
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import type { $ZodType } from 'zod/v4/core'
import { FORM_PAGES } from '../../contract/accounts/form-pages.ts'
import { validInputs } from '../../testing/valid-input.ts'
import { api } from '../api.ts'
import { schema } from '../graphql/schema.ts'

type Target = 'json' | 'query' | 'form' | 'param'
type Taken = { target: Target; schema: $ZodType }
type Id = string | number

/** One call of the router, with what its validators take. */
type Call = { name: string; method: string; path: string; takes: Taken[] }
/** A request with valid input. `id` stands in its address; `mutation`: of GraphQL, and whether it names an id. */
export type Asked = {
  method: string
  path: string
  id?: Id
  body?: unknown
  form?: Record<string, string>
  /** The form is one of our own pages. */
  page?: boolean
  mutation?: 'of_id' | 'of_caller'
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const PARAM = /:(\w+)(?:\{[^}]*\})?\??/g
const pages = new Set<string>(FORM_PAGES)
const GRAPHQL = 'POST /graphql'

/** Every call of the API from the router itself, so that a new one is among them, and what its validators say. */
export function callsOfRouter(): Call[] {
  const calls = new Map<string, Call>()
  for (const { method, path, handler } of api.routes) {
    if (!METHODS.includes(method)) continue
    const name = `${method} ${path}`
    const { takes } = calls.get(name) ?? { takes: [] }
    calls.set(name, { name, method, path, takes: [...takes, ...takenBy(handler)] })
  }
  return [...calls.values()]
}

function takenBy(handler: object): Taken[] {
  // As `validate` and `formPost` write it.
  return 'takes' in handler ? [handler.takes as Taken] : []
}

/**
 * Requests of a call with valid input, in which ids stand wherever one may: one request for each id in the address, and as
 * many of a call that takes ids in its input alone.
 */
export function requestsOf(call: Call, ids: readonly Id[]): Asked[] {
  if (call.name === GRAPHQL) return graphqlRequests(ids)
  const inAddress = call.path.search(PARAM) >= 0
  const inputs = call.takes.map(({ target, schema: taken }) => ({
    target,
    values: validInputs(taken, ids, ids.length),
  }))
  const count = inAddress || inputs.length > 0 ? ids.length : 1
  return Array.from({ length: count }, (_, at) => {
    const given = (wanted: Target) => inputs.find(({ target }) => target === wanted)?.values[at]
    const params = Object(given('param'))
    const path = call.path.replaceAll(PARAM, (...[, name]) => encodeURIComponent(params[name] ?? ids[at]))
    const [body, form] = [given('json'), given('form')]
    return {
      method: call.method,
      path: path + toQuery(given('query')),
      ...(inAddress && { id: ids[at] }),
      ...(body !== undefined && { body }),
      ...(form !== undefined && { form: Object(form), page: pages.has(call.path) }),
    }
  })
}

function toQuery(value: unknown): string {
  const entries = Object.entries(value ?? {}).flatMap(([name, given]) =>
    [given].flat().map((each) => [name, String(each)]),
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

/** One request for each id and field of GraphQL's roots. */
function graphqlRequests(ids: readonly Id[]): Asked[] {
  const fieldsOfRoot = (root: GraphQLObjectType | null | undefined) => Object.values(root?.getFields() ?? {})
  const asks = (kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>) =>
    ids.map((id) => ({ method: 'POST', path: '/graphql', body: documentOf(kind, field, id) }))
  const ofId = ({ args }: GraphQLField<unknown, unknown>) => args.some(({ type }) => getNamedType(type).name === 'ID')
  return [
    ...fieldsOfRoot(schema.getQueryType()).flatMap((field) => asks('query', field)),
    ...fieldsOfRoot(schema.getMutationType()).flatMap((field) =>
      asks('mutation', field).map((each) => ({ ...each, mutation: ofId(field) ? 'of_id' : 'of_caller' }) as const),
    ),
  ]
}

function documentOf(kind: string, { name, args, type }: GraphQLField<unknown, unknown>, id: Id) {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const within = (text: string) => (text ? `(${text})` : '')
  return {
    query: `${kind} All${within(declared)} { ${name}${within(given)} ${fieldsOf(type)} }`,
    variables: Object.fromEntries(args.map((arg) => [arg.name, argument(arg.type, id)])),
  }
}

function fieldsOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (isLeafType(named) || !isObjectType(named)) return ''
  return `{ ${Object.values(named.getFields())
    .map((field) => `${field.name} ${fieldsOf(field.type)}`)
    .join(' ')} }`
}

function argument(type: GraphQLInputType, id: Id): unknown {
  if (isNonNullType(type)) return argument(type.ofType, id)
  if (isListType(type)) return [argument(type.ofType, id)]
  switch (String(type)) {
    case 'Boolean':
      return true
    case 'Int':
      return typeof id === 'number' ? id : 1
    default:
      return String(id)
  }
}
