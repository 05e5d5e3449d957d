import { join } from 'node:path'
import { typeProblemsOf } from '../published/published-types.ts'
import type { Exchange } from '../testing/open-double.fixture.ts'
import type * as notionTypes from './notion-types.ts'

type Named = {
  Search: notionTypes.Search
  Found: notionTypes.Found
  Query: notionTypes.Query
  Queried: notionTypes.Queried
  NewPage: notionTypes.NewPage
  Page: notionTypes.Page
  NewBlocks: notionTypes.NewBlocks
  Blocks: notionTypes.Blocks
  DataSource: notionTypes.DataSource
  Self: notionTypes.Self
}
type Endpoint = { method: string; path: RegExp; body: keyof Named | null; answer: keyof Named }

const endpoints: Endpoint[] = [
  { method: 'GET', path: /^\/v1\/users\/me$/, body: null, answer: 'Self' },
  { method: 'POST', path: /^\/v1\/search$/, body: 'Search', answer: 'Found' },
  { method: 'GET', path: /^\/v1\/data_sources\/[\w-]+$/, body: null, answer: 'DataSource' },
  { method: 'POST', path: /^\/v1\/data_sources\/[\w-]+\/query$/, body: 'Query', answer: 'Queried' },
  { method: 'POST', path: /^\/v1\/pages$/, body: 'NewPage', answer: 'Page' },
  { method: 'PATCH', path: /^\/v1\/blocks\/[\w-]+\/children$/, body: 'NewBlocks', answer: 'Blocks' },
]

const typeProblems = typeProblemsOf<keyof Named>(join(import.meta.dirname, 'notion-types.ts'))

/** Lists what is not as Notion publishes it, in our steps' requests and in the answers of the double at `address`. */
export function notionProblems(address: string, exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((exchange) => {
    const path = exchange.address.slice(address.length)
    const endpoint = endpoints.find((each) => each.method === exchange.method && each.path.test(path))
    if (!endpoint) return [`${exchange.method} ${path} is not published`]
    return [
      ...(endpoint.body ? typeProblems(endpoint.body, exchange.body) : []),
      ...(exchange.status < 400 ? typeProblems(endpoint.answer, exchange.answer) : []),
    ]
  })
}
