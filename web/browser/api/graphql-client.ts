import type { GraphqlResponse, MutationError, Operation } from '../../../worker/contract/graphql/graphql-documents.ts'
import { hasShape, type AnyShape, type Shape } from '../request/answer-shape.ts'
import { RequestError } from '../request/request-error.ts'
import type { CallOptions } from '../request/request.ts'
import { loadRequestLayer } from './typed-request.ts'

/**
 * Calls POST /graphql (§7). `shape`: of the answer's data. Rejects without such an answer and for errors inside an answer;
 * `tell` receives both.
 */
export async function askGraphql<Variables, Data>(
  { query }: Operation<Variables, Data>,
  shape: Shape<Data> & AnyShape,
  variables: Variables,
  options: Pick<CallOptions, 'headers' | 'tell'> = {},
): Promise<Data> {
  const { post } = await loadRequestLayer()
  const read = (answer: unknown) => dataOf(answer as GraphqlResponse<unknown>, shape)
  return (await post('/graphql', { query, variables }, { ...options, shape: {}, read })) as Data
}

/** An error inside an answer is that of a call with its status. */
function dataOf({ data, errors = [] }: GraphqlResponse<unknown>, shape: AnyShape): unknown {
  const [error] = errors
  if (error) {
    const { code = 'internal', status = 500 } = error.extensions ?? {}
    throw new RequestError(new Response(null, { status }), { error: { code, message: error.message } })
  }
  if (!hasShape(data, shape)) throw new TypeError('This answer is not what its caller reads.')
  return data
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
