import { expect, test } from 'vitest'
import template from '../../../../dev/service/template.json'
import { serviceProblems } from './service-problems.ts'
import { readServiceFile } from './read-service-file.ts'

const NOWHERE = { taken: [], allowed_hosts: [] }
const [trigger] = template.triggers
const [action] = template.actions
type Document = Record<string, unknown>

async function definitionOf(document: Document) {
  const read = await readServiceFile(document, NOWHERE)
  if (read.kind === 'wrong') throw new Error(JSON.stringify(read.problems))
  return read.definition
}

test('a JSON file becomes a service without a mistake', async () => {
  const definition = await definitionOf(template)
  expect(serviceProblems(definition)).toEqual([])
  expect(definition).toMatchObject({
    id: 'acme',
    triggers: [{ request: { get: '/boxes/{{fields.box}}/parcels' }, next: { query: 'cursor' }, every: 300 }],
    actions: [{ repeat: 'key', request: { post: '/boxes/{{fields.box}}/open' } }],
  })
})

test('OAuth needs no more than its addresses and scopes', async () => {
  const connect = {
    kind: 'oauth2',
    authorize_url: 'https://login.acme.example/authorize',
    token_url: 'https://login.acme.example/token',
    scopes: 'boxes parcels',
    account: template.connect.account,
  }
  const { headers: _, ...rest } = template
  const hosts = ['api.acme.example', 'login.acme.example']
  expect(await definitionOf({ ...rest, hosts, connect })).toMatchObject({
    connect: { token_url: 'https://login.acme.example/token', scopes: 'boxes parcels' },
  })
})

const withIngredient = (change: object) => withTrigger({ ingredients: [{ ...trigger?.ingredients[0], ...change }] })
const withTrigger = (change: object): Document => ({ ...template, triggers: [{ ...trigger, ...change }] })
const withAction = (change: object): Document => ({ ...template, actions: [{ ...action, ...change }] })

const liveField = (slug: string, label: string, other: string) => ({
  slug,
  label,
  type: 'select',
  options: { get: `/${slug}/{{fields.${other}}}` },
})
const HIDDEN = { slug: 'hidden', label: 'Hidden', type: 'text', shown_for: { field: 'note', value: 'new' } }
/** The shelf needs the box, and the box the shelf; the note waits for both, and nothing for it. */
const CIRCLE = [liveField('box', 'Box', 'shelf'), liveField('shelf', 'Shelf', 'box'), liveField('note', 'Note', 'box')]
const withNext = (next: string) => {
  const { new_parcel } = template.samples.triggers
  return { ...template.samples, triggers: { new_parcel: { ...new_parcel, answer: { ...new_parcel.answer, next } } } }
}
const withQueryNext = {
  ...template.samples,
  queries: Object.fromEntries(
    Object.entries(template.samples.queries).map(([slug, { answer, ...sample }]) => [
      slug,
      { ...sample, answer: { ...answer, next: '/boxes?page=2' } },
    ]),
  ),
}

const PUSH = {
  follow: { post: '/hooks', json: { url: '{{hook.address}}', secret: '{{hook.secret}}' } },
  id: '$.id',
  leave: { delete: '/hooks/{{followed}}' },
  proof: { header: 'X-Acme-Signature', hmac: 'hex' },
}

type Mistake = [name: string, document: Document, path: (string | number)[], message: string]

test.each<Mistake>([
  [
    'a key of another name',
    { ...template, colour: '#fff' },
    ['colour'],
    'is not a key of the format. There are id, name',
  ],
  [
    'a key in a request',
    withTrigger({ request: { get: '/x', querry: {} } }),
    ['triggers', 0, 'request', 'querry'],
    'is not a key',
  ],
  [
    'a request that nothing asks',
    { ...template, requests: { lookup: { get: '/boxes' } } },
    ['requests', 'lookup'],
    'is asked by nothing: only code of ours asks by name. Remove it.',
  ],
  ['a missing name', { ...template, name: undefined }, ['name'], 'is missing.'],
  ['a number for a text', { ...template, name: 7 }, ['name'], 'must be a text.'],
  ['a long text', { ...template, name: 'x'.repeat(41) }, ['name'], 'must be at most 40 characters long.'],
  [
    'a repeat of another name',
    withAction({ repeat: 'twice' }),
    ['actions', 0, 'repeat'],
    'must be safe, key, find or unsafe',
  ],
  ['a wrong color', { ...template, color: 'red' }, ['color'], 'must be like #0b7285'],
  ['no method', withTrigger({ request: { path: '/x' } }), ['triggers', 0, 'request'], 'needs one of get, post'],
  ['an unknown field', withTrigger({ fields: [] }), ['triggers', 0, 'request'], 'cannot fill in {{fields.box}}.'],
  [
    'a misspelled value',
    withTrigger({ request: { get: '/{{field.box}}' } }),
    ['triggers', 0, 'request'],
    'cannot fill in {{field.box}}',
  ],
  [
    'another host',
    withTrigger({ request: { get: 'https://evil.example/x' } }),
    ['triggers', 0, 'request', 'get'],
    'evil.example is not listed',
  ],
  ['an address by number', { ...template, hosts: ['10.0.0.1'] }, ['hosts', 0], 'must be like api.acme.test'],
  [
    'a page without https',
    {
      ...template,
      connect: { kind: 'key', fields: [{ slug: 'key', label: 'Key', type: 'secret', page: 'http://acme.test/keys' }] },
    },
    ['connect', 'fields', 0, 'page'],
    'must be like https://acme.test/keys, or /keys at the server',
  ],
  [
    'a page at a server that nobody names',
    {
      ...template,
      connect: { kind: 'key', fields: [{ slug: 'key', label: 'Key', type: 'secret', page: '/keys' }] },
    },
    ['connect', 'fields', 0, 'page'],
    'needs a field with "base": true, whose server has this page.',
  ],
  ['a private host', { ...template, hosts: ['printer.local'] }, ['hosts', 0], 'printer.local is a private name'],
  [
    'a secret',
    { ...template, headers: { Authorization: 'Bearer abc' } },
    ['headers', 'Authorization'],
    'looks like a secret',
  ],
  [
    'a known secret',
    withAction({ request: { post: '/x', json: { k: 'ghp_0123456789abcdef' } } }),
    ['actions', 0, 'request', 'json', 'k'],
    'looks like a secret',
  ],
  ['an address of the site', { ...template, id: 'settings' }, ['id'], '"settings" is an address of this site'],
  [
    'a step without a sample',
    { ...template, samples: { triggers: template.samples.triggers, queries: template.samples.queries } },
    ['actions', 0],
    'open_box has no sample',
  ],
  [
    'a field twice',
    withAction({ fields: [...(action?.fields ?? []), ...(action?.fields ?? [])] }),
    ['actions', 0, 'fields', 2, 'slug'],
    'is there twice',
  ],
  [
    'a path to nothing',
    withTrigger({ items: '$.letters' }),
    ['samples', 'triggers', 'new_parcel'],
    'cannot use this sample',
  ],
  [
    'an ingredient without a place',
    withTrigger({ ingredients: [{ ...trigger?.ingredients[0], from: 'sender.name' }] }),
    ['triggers', 0, 'ingredients', 0, 'from'],
    'must be like $.id',
  ],
  ['an id that all items share', withTrigger({ id: 'id' }), ['triggers', 0, 'id'], 'must be like $.id'],
  ['a part of an id that reads nothing', withTrigger({ id: ['$.id', 'day'] }), ['triggers', 0, 'id', 1], 'like $.id'],
  [
    'an account that all people share',
    { ...template, connect: { ...template.connect, account: { get: '/me', id: '$..id', name: '$.name' } } },
    ['connect', 'account', 'id'],
    'must be like $.id',
  ],
  ['a result without a place', withAction({ result: { id: 'id' } }), ['actions', 0, 'result', 'id'], 'like $.id'],
  [
    'choices that are all the same',
    withTrigger({ fields: [{ ...trigger?.fields[0], options: { get: '/boxes', value: 'id', label: '$.title' } }] }),
    ['triggers', 0, 'fields', 0, 'options', 'value'],
    'must be like $.id',
  ],
  [
    'an ingredient of nothing',
    withTrigger({ ingredients: [{ ...trigger?.ingredients[0], from: '$.from' }] }),
    ['samples', 'triggers', 'new_parcel', 'answer'],
    'nothing stands at $.from',
  ],
  [
    'a next page of nothing',
    withTrigger({ next: '$.paging.next' }),
    ['triggers', 0, 'next'],
    "nothing stands at $.paging.next in the sample's answer",
  ],
  [
    'a next page of a list',
    withTrigger({ next: { from: '$.parcels', query: 'page' } }),
    ['triggers', 0, 'next'],
    'what stands at $.parcels is neither a text nor a number',
  ],
  [
    'a push that nothing proves',
    withTrigger({ push: { ...PUSH, follow: { post: '/hooks', json: { url: '{{hook.address}}' } } } }),
    ['triggers', 0, 'push', 'follow'],
    'does not send {{hook.secret}}.',
  ],
  [
    'a push that ends what it does not know',
    withTrigger({ push: { ...PUSH, id: undefined } }),
    ['triggers', 0, 'push', 'id'],
    'is missing: "leave" names it as {{followed}}.',
  ],
  [
    'a next page without its parameter',
    withTrigger({ next: { from: '$.next_cursor' } }),
    ['triggers', 0, 'next', 'query'],
    'is missing.',
  ],
  [
    'a next page that is a whole address',
    { ...withTrigger({ next: '$.next' }), samples: withNext('https://api.acme.example/boxes?page=2') },
    ['triggers', 0, 'next'],
    'what stands at $.next is an address. Write { "address": "$.next" }.',
  ],
  [
    'a next page that is a path',
    { ...withTrigger({ next: { from: '$.next', query: 'page' } }), samples: withNext('/boxes/page/2') },
    ['triggers', 0, 'next'],
    'what stands at $.next is an address.',
  ],
  [
    "a query's next page that is an address",
    { ...template, queries: template.queries.map((query) => ({ ...query, next: '$.next' })), samples: withQueryNext },
    ['queries', 0, 'next'],
    'what stands at $.next is an address.',
  ],
  [
    'a template as a name that names nothing',
    withAction({ request: { post: '/open', json: { '{{fields.column}}': 'x' } } }),
    ['actions', 0, 'request'],
    'cannot fill in {{fields.column}}.',
  ],
  [
    'a quote that would end a text of JSON',
    withAction({ request: { post: '/open', query: { filter: '{"note":"{{fields.note}}"}' } } }),
    ['actions', 0, 'request', 'query', 'filter'],
    'a quote in {{fields.note}} would end the text around it. Write {{fields.note | json}} without quotes.',
  ],
  [
    'a quote that would end a text of a query',
    withAction({ request: { post: '/open', json: { query: "note = '{{fields.note}}'" } } }),
    ['actions', 0, 'request', 'json', 'query'],
    `would end the text around it. Write '{{fields.note | quote: "'"}}'.`,
  ],
  [
    'an account without a sample',
    { ...template, samples: { ...template.samples, account: undefined } },
    ['connect', 'account'],
    'has no sample. Add its answer under "samples.account".',
  ],
  [
    'an account of nothing',
    { ...template, connect: { ...template.connect, account: { get: '/me', id: '$.nope', name: '$.name' } } },
    ['samples', 'account'],
    'nothing stands where "id" and "name" point.',
  ],
  [
    'an error of an account that nothing tells',
    {
      ...template,
      connect: { ...template.connect, account: { ...template.connect.account, errors: [{ as: 'gone' }] } },
    },
    ['connect', 'account', 'errors', 0],
    'needs a status, a place "at" or a text',
  ],
  [
    'an example of a number in words',
    withIngredient({ type: 'number', example: 'forty' }),
    ['triggers', 0, 'ingredients', 0, 'example'],
    'must be a number, such as 40.5',
  ],
  [
    'an example of a time in words',
    withIngredient({ type: 'datetime', example: 'yesterday' }),
    ['triggers', 0, 'ingredients', 0, 'example'],
    'must be a date and time, such as 2026-03-01T09:30:00Z',
  ],
  [
    'an example of a day that no month has',
    withIngredient({ type: 'date', example: '2026-02-31' }),
    ['triggers', 0, 'ingredients', 0, 'example'],
    'must be a date, such as 2026-03-01',
  ],
  [
    'an example of an address without https',
    withIngredient({ type: 'image_url', example: 'acme.example/1.png' }),
    ['triggers', 0, 'ingredients', 0, 'example'],
    'must be an address, such as https://acme.test/boxes/7',
  ],
  [
    'another version of the format',
    { ...template, $schema: 'https://switchyard.test/schemas/service-2.json', name: 7 },
    ['$schema'],
    'names another format. Files here are of service-1.json.',
  ],
  [
    'a file of more than 1 MB',
    {
      ...template,
      samples: { ...template.samples, account: { id: 'a1', name: 'Mona', about: 'x'.repeat(1024 * 1024) } },
    },
    [],
    'is larger than 1 MB',
  ],
  [
    'choices that wait for each other',
    withAction({ fields: CIRCLE }),
    ['actions', 0, 'fields', 0, 'options'],
    'cannot be asked for: Box and Shelf wait for each other.',
  ],
  [
    'a field that a field without choices hides',
    withAction({ fields: [{ ...HIDDEN, required: false }] }),
    ['actions', 0, 'fields', 0, 'shown_for', 'field'],
    'must name another field of the step, with options.',
  ],
  [
    'a required field that is hidden',
    withAction({ fields: [HIDDEN] }),
    ['actions', 0, 'fields', 0, 'shown_for'],
    'is only for a field with "required": false.',
  ],
  [
    'an ingredient inside a text',
    withIngredient({ from: '$.sender.name.first' }),
    ['samples', 'triggers', 'new_parcel', 'answer'],
    '$.sender.name is a text in the sample, so nothing can stand at $.sender.name.first.',
  ],
  [
    'an address inside a text, in a template',
    withAction({ result: { id: '$.id', url: 'https://acme.example/{{$.url.path}}' } }),
    ['samples', 'actions', 'open_box', 'answer'],
    '$.url is a text in the sample, so nothing can stand at $.url.path.',
  ],
  [
    'a next page inside a text',
    { ...withTrigger({ next: '$.next.cursor' }), samples: withNext('c2') },
    ['samples', 'triggers', 'new_parcel', 'answer'],
    '$.next is a text in the sample, so nothing can stand at $.next.cursor.',
  ],
  [
    'a time of nothing',
    withTrigger({ at: '$.id' }),
    ['samples', 'triggers', 'new_parcel', 'answer'],
    'an item has no time',
  ],
])('names %s with its place', async (_, document, path, message) => {
  const read = await readServiceFile(document, NOWHERE)
  if (read.kind !== 'wrong') throw new Error('Nothing is wrong.')
  expect(read.problems).toContainEqual({ path, message: expect.stringContaining(message) })
})

test.each([
  ['wait for others', liveField('note', 'Note', 'box')],
  ['are searched by their own text', { ...liveField('note', 'Note', 'note'), type: 'location' }],
])('choices that %s are right', async (_, note) => {
  const fields = [{ slug: 'box', label: 'Box', type: 'select', options: { get: '/boxes' } }, note]
  const read = await readServiceFile(withAction({ fields }), NOWHERE)
  expect(read).toMatchObject({ kind: 'service' })
})

test('all that is wrong is told at once, and only that', async () => {
  const step = withAction({ repeat: 'twice', request: { post: '/open', json: {} } })
  const request = { get: '/boxes/{{fields.shelf}}/parcels' }
  const looks = { color: 'blue', hosts: ['10.0.0.1'], category: 'boxes', name: 7 }
  const document = { ...step, ...looks, triggers: [{ ...trigger, request }] }
  const read = await readServiceFile(document, { taken: [], allowed_hosts: ['api.acme.example'] })
  const places = read.kind === 'wrong' ? read.problems.map(({ path }) => path.join('.')) : []
  expect(places.toSorted()).toEqual(['actions.0.repeat', 'category', 'color', 'hosts.0', 'name', 'triggers.0.request'])
})

test('names a host that the site does not allow', async () => {
  const read = await readServiceFile(template, { taken: [], allowed_hosts: ['api.other.example'] })
  expect(read).toMatchObject({ problems: [{ path: ['hosts', 0] }] })
})

test('names a service whose name another one has', async () => {
  const taken = [{ id: 'acme2', name: 'Other', short_name: 'Acme' }]
  expect(await readServiceFile(template, { taken, allowed_hosts: [] })).toMatchObject({
    problems: [{ path: ['short_name'] }],
  })
})
