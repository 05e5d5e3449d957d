import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { databaseLike } from '../testing/round-trips.ts'
import { recommendApplets } from '../applets/recommend-applets.ts'
import { aHub, anAppletWithServices, aPlainApplet, aWorld, type World } from '../applets/test-world.ts'
import {
  ME_AND_RULES,
  OPERATIONS,
  RECOMMENDED_APPLETS,
  RENAME_APPLET,
  UPDATE_APPLET,
  type GraphqlResponse,
} from '../contract/graphql.ts'
import { call } from '../testing/request.ts'
import { aSubscription, signIn } from '../testing/rows.ts'

const MODERN = 'application/graphql-response+json'

let world: World
beforeEach(async () => {
  world = await aWorld()
})

async function ask(
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

async function sessionOf(user: { id: string }) {
  return (await signIn(world.db, user, Date.now())).token
}

test('recommended_applets_for_channels takes module_names and a count and gives a list of Applets (§7 Recommended)', async () => {
  const applet = await anAppletWithServices(world, { name: 'Keep your stars', enabled_count: 3 })
  await aPlainApplet(world)
  const query =
    '{ recommended_applets_for_channels(module_names: ["octoforge"], count: 3) { id name services { module_name } } }'
  expect(await ask(query)).toMatchObject({
    status: 200,
    data: {
      recommended_applets_for_channels: [
        {
          id: applet.id,
          name: 'Keep your stars',
          services: [{ module_name: 'octoforge' }, { module_name: 'sheetly' }],
        },
      ],
    },
  })
})

test('our document asks for all that a card shows', async () => {
  await anAppletWithServices(world)
  const variables = { module_names: ['octoforge'], count: 3, except: null }
  const cards = await recommendApplets(world.base, variables)
  expect((await ask(RECOMMENDED_APPLETS.query, { variables })).data).toEqual({
    recommended_applets_for_channels: cards,
  })
})

test('a count or a list of names beyond reason is refused', async () => {
  const refused = { errors: [{ extensions: { code: 'invalid_input' } }] }
  for (const [count, names] of [
    [0, 1],
    [13, 1],
    [3, 51],
  ] as const) {
    const variables = { count, module_names: Array.from({ length: names }, () => 'octoforge'), except: null }
    expect(await ask(RECOMMENDED_APPLETS.query, { variables })).toMatchObject(refused)
  }
})

test('me is the signed-in user with quota and trial; null for a visitor (§7 Me and rules)', async () => {
  await aSubscription(world.db, world.user, { tier: 'intermediate_pro' })
  const query =
    '{ me { login tier eligible_for_trial eligible_trial_period applet_quota_slots_total applet_quota_slots_remaining } }'
  expect((await ask(query, { session: await sessionOf(world.user) })).data).toMatchObject({
    me: {
      login: 'frida',
      tier: 'intermediate_pro',
      eligible_for_trial: false,
      applet_quota_slots_total: 20,
      applet_quota_slots_remaining: 20,
    },
  })
  expect((await ask(query)).data).toEqual({ me: null })
})

test('me gives nothing but what a page asks for', async () => {
  expect((await ask('{ me { email } }', { session: await sessionOf(world.user) })).data).toBeUndefined()
})

test('normalized_applet gives the enablement rules; a visitor has none (§7 Me and rules)', async () => {
  const hub = await aHub(world)
  const query = `{ normalized_applet(id: "${hub.id}") { enablement_rules { block_user minimum_tier block_reason } } }`
  const rules = { block_user: false, minimum_tier: null, block_reason: null }
  const session = await sessionOf(world.user)
  expect((await ask(query, { session })).data).toEqual({ normalized_applet: { enablement_rules: rules } })
  expect(await ask(query)).toMatchObject({
    data: { normalized_applet: null },
    errors: [{ path: ['normalized_applet'], extensions: { code: 'not_signed_in' } }],
  })
  expect(await ask(query.replace(`${hub.id}`, '999'), { session })).toMatchObject({
    errors: [{ extensions: { code: 'not_found' } }],
  })
})

test('normalizedAppletUpdate takes an Applet and a name, and says in `errors` what was refused (§7 Applet update)', async () => {
  const applet = await aPlainApplet(world, { name: 'Old' })
  const rename = async (name: string, user: { id: string } | null, applet_id: number | string = applet.id) => {
    const session = user ? { session: await sessionOf(user) } : {}
    return ask(RENAME_APPLET.query, { variables: { applet_id, name }, ...session })
  }
  expect(await rename('New', world.author)).toMatchObject({ data: { normalizedAppletUpdate: { errors: [] } } })
  const problem = (attribute: string | null) => ({
    data: { normalizedAppletUpdate: { errors: [{ attribute, message: expect.any(String) }] } },
  })
  expect(await rename(' ', world.author)).toMatchObject(problem('name'))
  expect(await rename('New', world.user)).toMatchObject(problem(null))
  expect(await rename('New', world.author, 'unknown')).toMatchObject(problem(null))
  expect(await rename('New', null)).toMatchObject({ data: null, errors: [{ extensions: { code: 'not_signed_in' } }] })
})

test('without the session’s CSRF token there is no answer (design §3.2)', async () => {
  const response = await call('POST', '/graphql', {
    body: { query: '{ __typename }' },
    headers: { 'x-csrf-token': '' },
  })
  expect(response.status).toBe(403)
})

test('our own documents are read, known and within the limits', async () => {
  for (const { query } of OPERATIONS) {
    const { errors = [] } = await ask(query)
    expect(
      errors.every(({ message }) => /Variable|Please sign in/.test(message)),
      query,
    ).toBe(true)
  }
})

test('with GRAPHQL_PERSISTED_ONLY set only our own documents are answered (design §3.2)', async () => {
  const free = { query: '{ __typename }' }
  const own = { query: RECOMMENDED_APPLETS.query, variables: { module_names: [], count: 3, except: null } }
  expect((await call('POST', '/graphql', { body: free })).status).toBe(200)
  const closed = { bindings: { ...env, GRAPHQL_PERSISTED_ONLY: 'true' } }
  const refused = await call('POST', '/graphql', { body: free, ...closed })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    error: { code: 'malformed', message: 'This document is not known here.' },
  })
  const answered = await call('POST', '/graphql', { body: own, ...closed })
  expect(await answered.json()).toEqual({ data: { recommended_applets_for_channels: [] } })
})

test('with GRAPHQL_PERSISTED_ONLY set too, me and rules are told and an Applet is updated (§7)', async () => {
  const applet = await aPlainApplet(world, { name: 'Old', filter_code: 'skip()' })
  const bindings = { ...env, GRAPHQL_PERSISTED_ONLY: 'true' }
  const asked = async (query: string, variables: object, session: string) =>
    (await call('POST', '/graphql', { body: { query, variables }, session, bindings })).json()
  expect(await asked(ME_AND_RULES.query, { applet_id: applet.id }, await sessionOf(world.user))).toEqual({
    data: {
      me: {
        login: world.user.login,
        tier: 'free',
        eligible_for_trial: true,
        eligible_trial_period: 7,
        applet_quota_slots_total: 2,
        applet_quota_slots_remaining: 2,
      },
      normalized_applet: {
        enablement_rules: { block_user: true, minimum_tier: 'pro', block_reason: 'filter_code' },
      },
    },
  })
  const variables = { applet_id: applet.id, name: 'New' }
  expect(await asked(UPDATE_APPLET.query, variables, await sessionOf(world.author))).toEqual({
    data: { normalizedAppletUpdate: { errors: [] } },
  })
})

test('what is no GraphQL request is 400, what is no known document says why (GraphQL over HTTP)', async () => {
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
    const wrong = await ask(query)
    expect(wrong).toMatchObject({
      status: 200,
      type: 'application/json; charset=utf-8',
      errors: [{ message: expect.any(String) }],
    })
    expect(wrong).not.toHaveProperty('data')
    expect(await ask(query, { accept: MODERN })).toMatchObject({ status: 400, type: `${MODERN}; charset=utf-8` })
  }
  expect(await ask('{ __typename }', { accept: MODERN })).toMatchObject({ status: 200, data: { __typename: 'Query' } })
})

test('variables, fragments, aliases, @skip and operationName work as the language says', async () => {
  const query = `query A { __typename } query B($no: Boolean!) { a: me @skip(if: $no) { login } ...F } fragment F on Query { me { tier } }`
  const session = await sessionOf(world.user)
  expect((await ask(query, { operationName: 'B', variables: { no: true }, session })).data).toEqual({
    me: { tier: 'free' },
  })
  expect((await ask(query, { accept: MODERN })).status).toBe(400)
})

test('a wrong name is not answered with the right ones', async () => {
  const { errors } = await ask('{ me { logi } }')
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
  ['6 things at once', `{ ${Array.from({ length: 6 }, (_, i) => `a${i}: me { login }`).join(' ')} }`],
  ['fragments that double', `{ ...F0 } ${spreads.join(' ')} fragment F8 on Query { me { login } }`],
  ['a fragment of itself', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['60 kB of fields', `{ me { ${'login '.repeat(10_000)} } }`],
])('%s: refused, and nothing is run (quality §1.6)', async (_, query) => {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  expect(answer).not.toHaveProperty('data')
  expect(JSON.stringify(answer)).not.toMatch(/stack|node_modules|\.ts:/)
})

test('what breaks inside is not told', async () => {
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
