import type { AppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import type { GraphqlResponse } from '../../contract/graphql/graphql-documents.ts'
import { call } from '../../testing/call-api.ts'
import { signIn } from '../../testing/rows.ts'

/** For tests: sends POST /graphql and returns the answer. */
export async function askGraphql(
  query: string,
  given: { variables?: unknown; operationName?: string; session?: string; accept?: string } = {},
) {
  const { session, accept = '', ...rest } = given
  const response = await call('POST', '/graphql', {
    ...(session && { session }),
    body: { query, ...rest },
    headers: { accept },
  })
  const body = await response.json<GraphqlResponse<Record<string, unknown>>>()
  return { status: response.status, type: response.headers.get('content-type'), ...body }
}

/** For tests: a session of the user, as `askGraphql` takes it. */
export async function sessionOf({ db }: AppletFixture, user: { id: string }): Promise<string> {
  return (await signIn(db, user, Date.now())).token
}
