import { expect, test } from 'vitest'
import type { GraphqlResponse } from '../../contract/graphql/graphql-documents.ts'
import { call } from '../../testing/call-api.ts'

/** The checks of graphql-http's `serverAudits` that graphql.test.ts does not cover. */

const MODERN = 'application/graphql-response+json'
const OLD = 'application/json'
const TYPE = { query: 'query Type($name: String!) { __type(name: $name) { name } }', variables: { name: 'Me' } }

async function ask(body: unknown, headers: Record<string, string> = {}) {
  const response = await call('POST', '/graphql', { body, headers })
  const answer = await response.json<GraphqlResponse<unknown>>()
  return { status: response.status, type: response.headers.get('content-type'), ...answer }
}

test.each([
  [MODERN, MODERN],
  [OLD, OLD],
  ['*/*', OLD],
  ['', OLD],
  [`${MODERN}; charset=utf-8, ${OLD}; charset=utf-8`, MODERN],
])('answers Accept "%s" with %s in UTF-8', async (accept, type) => {
  const answer = await ask({ query: '{ __typename }' }, { accept })
  expect(answer).toEqual({ status: 200, type: `${type}; charset=utf-8`, data: { __typename: 'Query' } })
})

test.each([MODERN, OLD])('%s: accepts null parameters, maps as variables and extensions', async (accept) => {
  const query = '{ __typename }'
  for (const body of [
    { query, variables: null },
    { query, operationName: null },
    { query, extensions: null },
    { query, extensions: { some: 'value' } },
    { query, unknown: 'parameter' },
  ])
    expect(await ask(body, { accept })).toMatchObject({ status: 200, data: { __typename: 'Query' } })
  expect(await ask(TYPE, { accept })).toMatchObject({ status: 200, data: { __type: { name: 'Me' } } })
})

test.each([
  [MODERN, 400],
  [OLD, 200],
] as const)('%s: answers a variable of the wrong type with %i', async (accept, status) => {
  const wrong = await ask({ ...TYPE, variables: { name: 7 } }, { accept })
  expect(wrong).toMatchObject({ status, errors: [{ message: expect.stringContaining('$name') }] })
  expect(wrong).not.toHaveProperty('data')
})
