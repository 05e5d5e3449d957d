import { expect, test } from 'vitest'
import { CANCEL_RUN, REPLAY_RUN, RUN, RUNS } from '../contract/graphql/graphql-documents.ts'
import { aUserWithRuns } from '../runs/user-with-runs.fixture.ts'
import { aUser, signIn } from '../testing/rows.ts'
import { askGraphql } from './ask-graphql.fixture.ts'

test('runs are listed, opened, replayed and canceled by GraphQL', async () => {
  const { db, user, ring, ended } = await aUserWithRuns()
  const failed = await ring('')
  const done = await ring('The bell rang')
  const { token: session } = await signIn(db, user, Date.now())
  const ask = (query: string, variables: Record<string, unknown>) => askGraphql(query, { session, variables })
  expect(await ask(RUNS.query, { filter: 'failed' })).toMatchObject({
    data: { runs: { runs: [{ id: failed.id, state: 'failed', applet: { name: 'Door bell' } }], next: null } },
  })
  expect(await ask(RUNS.query, { before: done.id })).toMatchObject({ data: { runs: { runs: [{ id: failed.id }] } } })
  expect(await ask(RUNS.query, { filter: 'everything' })).toMatchObject({
    errors: [{ extensions: { code: 'invalid_input' } }],
  })
  expect(await ask(RUN.query, { id: done.id })).toMatchObject({
    data: { run: { state: 'done', event: { kind: 'json' }, steps: [{ kind: 'trigger' }, { kind: 'action' }] } },
  })
  expect(await ask(REPLAY_RUN.query, { id: failed.id })).toMatchObject({ data: { runReplay: { runs: 1, errors: [] } } })
  await ended(failed.id)
  expect(await ask(CANCEL_RUN.query, { id: done.id })).toMatchObject({
    data: { runCancel: { runs: 0, errors: [{ message: expect.any(String) }] } },
  })
})

test("GraphQL shows nobody another user's runs", async () => {
  const { db, ring } = await aUserWithRuns()
  const { id } = await ring('Private')
  const { token: session } = await signIn(db, await aUser(db), Date.now())
  expect(await askGraphql(RUNS.query, { session })).toMatchObject({ data: { runs: { runs: [], next: null } } })
  expect(await askGraphql(RUN.query, { session, variables: { id } })).toMatchObject({
    data: { run: null },
    errors: [{ extensions: { code: 'not_found' } }],
  })
  expect(await askGraphql(RUNS.query)).toMatchObject({ errors: [{ extensions: { code: 'not_signed_in' } }] })
})
