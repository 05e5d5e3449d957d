import { join } from 'node:path'
import type { HeldCall, Published } from '../../stand-ins/doubles/published/held-to.ts'
import { partProblemsOf, typeProblemsOf } from '../../stand-ins/doubles/published/published-types.ts'
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

const TYPES = join(import.meta.dirname, 'notion-types.ts')
const typeProblems = typeProblemsOf<keyof Named>(TYPES)
/** A sample may leave out what nobody reads. */
const partProblems = partProblemsOf<keyof Named>(TYPES)

/** Notion's API as the types of its client have it. */
export const publishedNotion: Published = {
  requestProblems: (call) => {
    const endpoint = find(call)
    if (!endpoint) return [`${call.method} ${call.path} is not published`]
    return endpoint.body ? typeProblems(endpoint.body, call.body) : []
  },
  answerProblems: (call, { body }) => {
    const endpoint = find(call)
    return endpoint ? partProblems(endpoint.answer, JSON.parse(body)) : []
  },
}

function find({ method, path }: HeldCall): Endpoint | undefined {
  return endpoints.find((each) => each.method === method && each.path.test(path))
}
