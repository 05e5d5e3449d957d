import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, executeSync, parse, validate } from 'graphql'
import { readPlace } from '../../../worker/services/format/answer-place.ts'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'

const schema = buildSchema(readFileSync(join(import.meta.dirname, 'linear-schema.graphql'), 'utf8'))

/** Linear's schema: a query, its variables, and what is exactly an answer to it. */
export const publishedLinear: Published = {
  requestProblems: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/graphql') return [`${method} ${path} is not published`]
    const { query, variables: _variables, ...others } = JSON.parse(body)
    return [
      ...validate(schema, parse(query)).map(({ message }) => message),
      ...Object.keys(others).map((name) => `${name} is not of GraphQL`),
    ]
  },
  answerProblems: ({ body: sent }, { body }) => {
    const { query, variables } = JSON.parse(sent)
    const answer: unknown = JSON.parse(body)
    const given = { schema, document: parse(query), rootValue: readPlace(answer, '$.data'), variableValues: variables }
    const { data, errors = [] } = executeSync(given)
    const isAnswer = JSON.stringify({ data }) === JSON.stringify(sorted(answer, { data }))
    return [...errors.map(({ message }) => message), ...(isAnswer ? [] : [`${body} does not answer it`])]
  },
}

/** The value with its properties in the order of another. */
function sorted(value: unknown, like: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(like)) return value.map((each, index) => sorted(each, like[index]))
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value
  const names = [...Object.keys(like).filter((name) => name in value), ...Object.keys(value)]
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, sorted(Reflect.get(value, name), Reflect.get(like, name))]),
  )
}
