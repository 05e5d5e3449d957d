import { expect, test } from 'vitest'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { RunnableService } from '../../engine/steps/service-steps.ts'
import type { ConnectField } from '../../services/format/service-definition.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { askAccount } from './ask-account.ts'
import { checkValues } from './check-values.ts'

const FIELDS: ConnectField[] = [
  { slug: 'server', label: 'Server', type: 'url', default_value: 'https://ntfy.example', base: true },
  { slug: 'topic', label: 'Topic', type: 'text' },
  { slug: 'token', label: 'Token', type: 'secret', required: false, prefix: 'tk_' },
]
const HOOK: ConnectField[] = [
  { slug: 'hook', label: 'Address', type: 'secret', address: '/webhooks/{id}?key={secret*}' },
]
const CODE: ConnectField[] = [
  { slug: 'code', label: 'Code', type: 'text', match: { as: '{team}-{id}', message: 'Such as T1-7.' } },
]

async function check(fields: ConnectField[], values: Record<string, string>) {
  const ctx = await testCtx()
  return checkValues(ctx, { fields, name: 'Chat', base_url: 'https://chat.example/api' }, values)
}

test('fills in defaults, and takes the slash off a server', async () => {
  expect(await check(FIELDS, { topic: ' news ' })).toEqual({ server: 'https://ntfy.example', topic: 'news' })
  const own = { server: 'https://ntfy.ada.example/base/', topic: 'news', token: 'tk_1' }
  expect(await check(FIELDS, own)).toEqual({ ...own, server: 'https://ntfy.ada.example/base' })
})

test.each<[string, ConnectField[], Record<string, string>, string, string]>([
  ['missing', FIELDS, {}, 'topic', 'Enter this value.'],
  ['unknown', FIELDS, { topic: 'a', other: 'b' }, 'other', 'This service does not ask for this value.'],
  ['too long', FIELDS, { topic: 'a'.repeat(2001) }, 'topic', 'At most 2,000 characters.'],
  ['of several lines', FIELDS, { topic: 'a\nb' }, 'topic', 'This contains characters that cannot be right.'],
  ['with another beginning', FIELDS, { topic: 'a', token: 'x' }, 'token', 'This must begin with tk_'],
  [
    'no header can hold',
    FIELDS,
    { topic: 'a', token: 'tk_ü' },
    'token',
    'This contains characters that cannot be right.',
  ],
  ['on a private server', FIELDS, { topic: 'a', server: 'http://10.0.0.1' }, 'server', 'Enter a public https address.'],
  [
    'of another site',
    HOOK,
    { hook: 'https://evil.example/api/webhooks/1?key=a' },
    'hook',
    'This is not an address of Chat.',
  ],
  [
    'outside its API',
    HOOK,
    { hook: 'https://chat.example/webhooks/1?key=a' },
    'hook',
    'This is not an address of Chat.',
  ],
  ['of another form', CODE, { code: 'T1' }, 'code', 'Such as T1-7.'],
  [
    'that was cut',
    HOOK,
    { hook: 'https://chat.example/api/webhooks/1?k' },
    'hook',
    'A part of this address is missing. Copy all of it.',
  ],
  ['of another kind', HOOK, { hook: 'https://chat.example/api/users/1' }, 'hook', 'This is not an address of Chat.'],
])('refuses a pasted value %s at its field', async (_, fields, values, attribute, message) => {
  await expect(check(fields, values)).rejects.toMatchObject({ message, detail: { attribute } })
})

test("accepts an address of the service's own", async () => {
  const hook = 'https://chat.example/api/webhooks/12?key=a-b'
  expect(await check(HOOK, { hook })).toEqual({ hook })
})

async function ask(checkAccount: RunnableService['checkAccount']) {
  const service: RunnableService = {
    module_name: 'chat',
    identifier: 'Chat',
    base_url: null,
    hosts: [],
    app_limit: null,
    base_field: 'server',
    secret_fields: ['token'],
    triggers: {},
    queries: {},
    actions: {},
    sources: {},
    checkAccount,
  }
  const values = { server: 'https://own.example', token: 'tk_secret' }
  return askAccount(await testCtx(), {
    service,
    name: 'Chat',
    base_url: 'https://chat.example',
    values,
    first: 'token',
    server: 'server',
  })
}

test("asks at the user's own server with what was pasted", async () => {
  expect(await ask(async (io) => ({ ok: true, value: { id: io.base_url, name: io.token ?? '' } }))).toEqual({
    id: 'https://own.example',
    name: 'tk_secret',
  })
})

test.each<[string, Parameters<typeof failedOutcome>[0], object]>([
  ['a 401', { failure: 'unauthorized', message: 'No.' }, { code: 'invalid_key', detail: { attribute: 'token' } }],
  [
    'a value that it names',
    { failure: 'unauthorized', message: 'There is no tk_secret.', attribute: 'server' },
    { message: 'There is no ••••.', detail: { attribute: 'server' } },
  ],
  [
    'a value that cannot be right',
    { failure: 'input', message: 'Such as tk_secret.' },
    { message: 'Such as tk_secret.' },
  ],
  ['a 403', { failure: 'status', status: 403, message: 'Chat refused this.' }, { message: 'Chat refused this.' }],
  [
    'a plain 401 at a field',
    { failure: 'unauthorized', message: 'Chat no longer accepts this connection.', attribute: 'token' },
    { message: 'Chat did not accept this. Copy it again, or make a new one.', detail: { attribute: 'token' } },
  ],
  [
    'no answer',
    { failure: 'timeout', message: 'Late.' },
    { message: 'own.example could not be reached. Check the address.', detail: { attribute: 'server' } },
  ],
  [
    'a page instead of an answer',
    { failure: 'protocol', status: 200, message: 'What?' },
    { message: 'own.example is not a server of Chat. Check the address.', detail: { attribute: 'server' } },
  ],
  [
    'a 404',
    { failure: 'status', status: 404, message: 'Chat refused this.' },
    { message: 'own.example is not a server of Chat. Check the address.', detail: { attribute: 'server' } },
  ],
  ['an error of its own', { failure: 'server', message: 'Oops.' }, { code: 'service_unreachable', status: 502 }],
])('says why it did not connect after %s', async (_, problem, error) => {
  await expect(ask(async () => failedOutcome(problem))).rejects.toMatchObject(error)
})
