import type { GraphqlResponse, Operation } from '../worker/contract/graphql.ts'
import { loadRequestLayer } from './api.ts'
import { report } from './browser/report.ts'

/** Asks POST /graphql (§7). Rejects where there is no answer, and where an answer has errors of its own, which are reported. */
export async function askGraphql<Variables, Data>(
  { query }: Operation<Variables, Data>,
  variables: Variables,
): Promise<Data> {
  const { post } = await loadRequestLayer()
  const { data, errors = [] } = await post<GraphqlResponse<Data>>('/graphql', { query, variables })
  if (data && errors.length === 0) return data
  const error = new Error(errors[0]?.message ?? 'The answer was empty.')
  report(error, { path: '/graphql' })
  throw error
}
