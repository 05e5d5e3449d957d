import type { GraphqlResponse, MutationError, Operation } from '../../worker/contract/graphql/graphql-documents.ts'
import { loadRequestLayer } from './api-calls.ts'
import { report } from '../browser/report/error-report.ts'
import type { MoreHeaders } from '../browser/request/request.ts'
import { RequestError } from '../browser/request/request-error.ts'

/** Calls POST /graphql (§7). Rejects without an answer and for errors inside an answer; `tell` receives both. */
export async function askGraphql<Variables, Data>(
  { query }: Operation<Variables, Data>,
  variables: Variables,
  tell: typeof report = report,
  headers: MoreHeaders = {},
): Promise<Data> {
  const { post } = await loadRequestLayer()
  const { data, errors = [] } = await post<GraphqlResponse<Data>>('/graphql', { query, variables }, headers, tell)
  if (data && errors.length === 0) return data
  const { message = 'The answer was empty.', extensions } = errors[0] ?? {}
  const error = new RequestError(new Response(), { error: { code: extensions?.code ?? 'internal', message } })
  tell(error, { path: '/graphql' })
  throw error
}

/** Throws a mutation's errors (§7) as a RequestError, so that forms show them like those of other calls. */
export function refuseErrors(errors: readonly MutationError[]): void {
  const [first] = errors
  if (!first) return
  throw new RequestError(new Response(), {
    error: { code: 'invalid_input', message: first.message },
    errors: errors.map(({ attribute, message }) => ({ attribute: attribute ?? '', message })),
  })
}
