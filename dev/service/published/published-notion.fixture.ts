import { join } from 'node:path'
import { publishedEndpoints } from '../../stand-ins/doubles/published/published-endpoints.ts'
import { checkOfType, partOfType } from '../../stand-ins/doubles/published/published-types.ts'
import type * as types from './notion-types.ts'

type Sent = {
  Search: types.Search
  Query: types.Query
  NewPage: types.NewPage
  NewBlocks: types.NewBlocks
}
type Answers = {
  Found: types.Found
  Queried: types.Queried
  Page: types.Page
  Blocks: types.Blocks
  DataSource: types.DataSource
  Self: types.Self
}
const TYPES = join(import.meta.dirname, 'notion-types.ts')
const whole = (name: keyof Sent) => checkOfType(TYPES, name)
/** A sample may leave out what nobody reads. */
const part = (name: keyof Answers) => partOfType(TYPES, name)

/** Notion's API as the types of its client have it. */
export const publishedNotion = publishedEndpoints([
  { method: 'GET', path: /^\/v1\/users\/me$/, answer: part('Self') },
  { method: 'POST', path: /^\/v1\/search$/, body: whole('Search'), answer: part('Found') },
  { method: 'GET', path: /^\/v1\/data_sources\/[\w-]+$/, answer: part('DataSource') },
  { method: 'POST', path: /^\/v1\/data_sources\/[\w-]+\/query$/, body: whole('Query'), answer: part('Queried') },
  { method: 'POST', path: /^\/v1\/pages$/, body: whole('NewPage'), answer: part('Page') },
  { method: 'PATCH', path: /^\/v1\/blocks\/[\w-]+\/children$/, body: whole('NewBlocks'), answer: part('Blocks') },
])
