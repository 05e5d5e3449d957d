import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { databaseLike } from '../../testing/round-trips.ts'
import { aPlainApplet, anAppletFixture, type AppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { ME_AND_RULES, RECOMMENDED_APPLETS, UPDATE_APPLET } from '../../contract/graphql/graphql-documents.ts'
import { OPERATIONS } from '../../contract/graphql/persisted-documents.ts'
import { call } from '../../testing/call-api.ts'
import { askGraphql, sessionOf } from './ask-graphql.fixture.ts'

const MODERN = 'application/graphql-response+json'

let world: AppletFixture
beforeEach(async () => {
  world = await anAppletFixture()
})

test('accepts our own documents within the limits', async () => {
  for (const { query } of OPERATIONS) {
    const { errors = [] } = await askGraphql(query)
    expect(
      errors.every(({ message }) => /Variable|Please sign in/.test(message)),
      query,
    ).toBe(true)
  }
})

test('GRAPHQL_PERSISTED_ONLY answers only our own documents', async () => {
  const free = { query: '{ __typename }' }
  const own = { query: RECOMMENDED_APPLETS.query, variables: { module_names: [], count: 3, except: null } }
  expect((await call('POST', '/graphql', { body: free })).status).toBe(200)
  const closed = { bindings: { ...env, GRAPHQL_PERSISTED_ONLY: 'true' } }
  const refused = await call('POST', '/graphql', { body: free, ...closed })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    error: { code: 'malformed', message: 'This GraphQL document is not allowed here.' },
  })
  const answered = await call('POST', '/graphql', { body: own, ...closed })
  expect(await answered.json()).toEqual({ data: { recommended_applets_for_channels: [] } })
})

test('GRAPHQL_PERSISTED_ONLY still serves me, rules and updates', async () => {
  const applet = await aPlainApplet(world, { name: 'Old', filter_code: 'skip()' })
  const bindings = { ...env, GRAPHQL_PERSISTED_ONLY: 'true' }
  const asked = async (query: string, variables: object, session: string) =>
    (await call('POST', '/graphql', { body: { query, variables }, session, bindings })).json()
  expect(await asked(ME_AND_RULES.query, { applet_id: applet.id }, await sessionOf(world, world.user))).toEqual({
    data: {
      me: {
        login: world.user.login,
        tier: 'free',
        eligible_for_trial: true,
        eligible_trial_period: 7,
        applet_quota_slots_total: 2,
        applet_quota_slots_remaining: 2,
        user_subscriptions: [],
      },
      normalized_applet: {
        enablement_rules: { block_user: true, minimum_tier: 'pro', block_reason: 'filter_code' },
        failed_applet_run_notifications_enabled: true,
      },
    },
  })
  const variables = { applet_id: applet.id, name: 'New' }
  expect(await asked(UPDATE_APPLET.query, variables, await sessionOf(world, world.author))).toEqual({
    data: { normalizedAppletUpdate: { errors: [] } },
  })
})

test('answers 400 to malformed requests, explains invalid documents', async () => {
  for (const body of [
    {},
    { query: 7 },
    { query: '' },
    [{ query: '{ __typename }' }],
    { query: '{ __typename }', variables: 'x' },
    { query: '{ __typename }', operationName: 7 },
  ]) {
    expect((await call('POST', '/graphql', { body })).status).toBe(400)
  }
  for (const query of ['{', '{ nothing }', 'query A { __typename } query A { __typename }']) {
    const wrong = await askGraphql(query)
    expect(wrong).toMatchObject({
      status: 200,
      type: 'application/json; charset=utf-8',
      errors: [{ message: expect.any(String) }],
    })
    expect(wrong).not.toHaveProperty('data')
    expect(await askGraphql(query, { accept: MODERN })).toMatchObject({ status: 400, type: `${MODERN}; charset=utf-8` })
  }
  expect(await askGraphql('{ __typename }', { accept: MODERN })).toMatchObject({
    status: 200,
    data: { __typename: 'Query' },
  })
})

test('supports variables, fragments, aliases, @skip and operationName', async () => {
  const query = `query A { __typename } query B($no: Boolean!) { a: me @skip(if: $no) { login } ...F } fragment F on Query { me { tier } }`
  const session = await sessionOf(world, world.user)
  expect((await askGraphql(query, { operationName: 'B', variables: { no: true }, session })).data).toEqual({
    me: { tier: 'free' },
  })
  expect((await askGraphql(query, { accept: MODERN })).status).toBe(400)
})

test('suggests no field names for a wrong one', async () => {
  const { errors } = await askGraphql('{ me { logi } }')
  expect(errors?.[0]?.message).toBe('Cannot query field "logi" on type "Me".')
})

const deep = (levels: number) => `{ me${' { me'.repeat(levels)}${' }'.repeat(levels)} }`
const spreads = Array.from(
  { length: 8 },
  (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} me { login } }`,
)

test.each([
  ['selections 5,000 deep', deep(5000)],
  ['selections 7 deep', deep(7)],
  ['a list literal 5,000 deep', `{ recommended_applets_for_channels(module_names: ${'['.repeat(5000)}`],
  ['100 aliases', `{ ${Array.from({ length: 100 }, (_, i) => `a${i}: me { login }`).join(' ')} }`],
  ['9 directives', `{ me ${'@skip(if: false) '.repeat(9)}{ login } }`],
  ['6 fields at once', `{ ${Array.from({ length: 6 }, (_, i) => `a${i}: me { login }`).join(' ')} }`],
  ['fragments that double', `{ ...F0 } ${spreads.join(' ')} fragment F8 on Query { me { login } }`],
  ['a fragment that contains itself', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['60 kB of fields', `{ me { ${'login '.repeat(10_000)} } }`],
])('refuses %s without running anything', async (_, query) => {
  const answer = await askGraphql(query)
  expect(answer.status).toBe(200)
  expect(answer).not.toHaveProperty('data')
  expect(JSON.stringify(answer)).not.toMatch(/stack|node_modules|\.ts:/)
})

test('hides internal errors', async () => {
  const prepare = () => {
    throw new Error('secret detail')
  }
  const broken = { ...env, DB: databaseLike({ prepare }) }
  const body = { query: RECOMMENDED_APPLETS.query, variables: { module_names: [], count: 3, except: null } }
  const response = await call('POST', '/graphql', { body, bindings: broken })
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    data: null,
    errors: [{ message: 'Something went wrong on our side. Please try again.', extensions: { code: 'internal' } }],
  })
  expect(text).not.toMatch(/secret|stack/)
})
