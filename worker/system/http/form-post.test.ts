import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { FORM_PAGES } from '../../contract/accounts/form-pages.ts'
import { BODY_MAX_BYTES } from '../../contract/limits.ts'
import { connect } from '../d1/client.ts'
import { call } from '../../testing/call-api.ts'
import { formSession, postForm, refusal } from '../../testing/post-form.ts'
import { aUser } from '../../testing/rows.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'

const db = connect(env.DB)
const ADA = { email: 'ada@example.test', password: 'plum orbit velvet canoe' }

beforeEach(emptyDatabase)

const paths = FORM_PAGES.map((page) => page.replace(':id', 'unknown'))

test.each(paths)('%s is closed to other sites', async (path) => {
  const csrf = { status: 403, code: 'csrf' }
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'http://localhost:8788.evil.test', 'sec-fetch-site': '' },
    { origin: 'null', 'sec-fetch-site': '' },
    { origin: '', 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])
    expect(await refusal(await postForm(path, ADA, { headers }))).toMatchObject(csrf)
})

test.each([{ origin: '' }, { 'sec-fetch-site': '' }, { origin: 'null' }])(
  'lets in our own form with %o',
  async (headers) => {
    expect((await postForm('/login', ADA, { headers })).status).toBe(401)
  },
)

test.each(paths)('%s takes only the token of its session', async (path) => {
  const csrf = { status: 403, code: 'csrf' }
  const own = await formSession(db, await aUser(db))
  const other = await formSession(db, await aUser(db))
  for (const fields of [{}, { csrf_token: '' }, { csrf_token: other.csrf_token }])
    expect(await refusal(await postForm(path, { ...ADA, ...fields }, { session: own.session }))).toMatchObject(csrf)
  const right = await postForm(path, { csrf_token: own.csrf_token }, { session: own.session })
  expect(right.status).not.toBe(403)
})

test.each(paths)('%s takes only a short form', async (path) => {
  const typed = (type: string) => postForm(path, ADA, { headers: { 'content-type': type } })
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])
    expect(await refusal(await typed(type))).toMatchObject({ status: 415, code: 'not_a_form' })
  const long = await postForm(path, { email: 'x'.repeat(BODY_MAX_BYTES) })
  expect(await refusal(long)).toMatchObject({ status: 413, code: 'too_large' })
})

test('forms count as calls', async () => {
  const full = { limit: async () => ({ success: false }) }
  const response = await call('POST', '/login', {
    bindings: { ...env, CALLS: full, CALLS_PRO: full, CALLS_PRO_PLUS: full },
    body: '',
  })
  expect(await refusal(response)).toMatchObject({ status: 429, code: 'rate_limited' })
})
