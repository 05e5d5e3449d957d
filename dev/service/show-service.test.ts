import { expect, test } from 'vitest'
import type { ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { failedOutcome } from '../../worker/system/outbound/failed-outcome.ts'
import { findStep } from './named-service.ts'
import { showService } from './show-service.ts'
import template from './template.json'

const ACME = template as unknown as ServiceDefinition
const [trigger] = ACME.triggers ?? []
const [action] = ACME.actions ?? []
const neverAsked = async () => failedOutcome({ failure: 'refused', message: 'Not asked.' })
const withAction = (change: object) => ({ ...ACME, actions: [{ ...action, ...change }] }) as ServiceDefinition

test('each request is shown as it would be sent', async () => {
  const shown = await showService(ACME)
  expect(shown.match(/^\S.*$/gm)).toEqual([
    'connect.account',
    'triggers.new_parcel',
    'triggers.new_parcel, the next page',
    'triggers.new_parcel, options of box',
    'queries.parcels_waiting',
    'actions.open_box, with all fields',
    'actions.open_box, with the required fields alone',
  ])
  expect(shown).toContain('  GET https://api.acme.example/boxes/7/parcels?limit=50&cursor={{next}}\n')
  expect(shown).toContain('  x-api-key: {{credentials.api_key}}\n')
  expect(shown).toContain('  idempotency-key: {{key}}\n')
  expect(shown).toMatch(/with all fields[^]*"note": "Hello"[^]*required fields alone[^]*\{\}$/)
})

test('one step is shown alone', async () => {
  const shown = await showService(ACME, findStep(ACME, 'open_box').step.slug)
  expect(shown).not.toContain('connect.account')
  expect(shown).toMatch(/^actions\.open_box, with all fields\n/)
  expect(() => findStep(ACME, 'close_box')).toThrow('Acme has no step close_box. It has new_parcel, parcels_waiting')
})

test.each([
  ['user and password', { basic: '{{credentials.api_key}}:x' }, 'Basic base64({{credentials.api_key}}:x)'],
  ['a value in a query', { query: { key: '{{credentials.api_key}}' } }, '/open?key={{credentials.api_key}}\n'],
  ['a form', { form: { note: '{{fields.note}}', id: '{{key}}' } }, 'note=Hello&id={{key}}'],
])('%s is written as the file has it', async (_, change, text) => {
  expect(await showService(withAction({ request: { post: '/open', ...change } }))).toContain(text)
})

test('a pasted address is named, also in its parts', async () => {
  const fields = [{ slug: 'hook', label: 'Hook', type: 'secret', address: 'https://{place}.acme.example/hooks/{id}' }]
  const connect = { kind: 'key', fields, account: { id: '{{credentials.hook.id}}', name: 'Hook' } }
  const json = { id: '{{credentials.hook.id}}' }
  const service = { ...withAction({ request: { post: '{{credentials.hook}}', json } }), connect, headers: {} }
  const shown = await showService(service as ServiceDefinition)
  expect(shown).toContain('connect.account\n  is asked nowhere')
  expect(shown).toContain('  POST {{credentials.hook}}\n')
  expect(shown).toContain('"id": "{{credentials.hook.id}}"')
})

test('what connecting opens is shown by its name', async () => {
  const session = { opened: { token: '$.token', did: '$.did' }, open: neverAsked, refresh: neverAsked }
  const account = { get: '/me', id: '$.id', name: '$.name', keep: { shelf: '$.shelf' } }
  const json = { shelf: '{{credentials.shelf}}', repo: '{{credentials.did}}' }
  const service = { ...withAction({ request: { post: '/boxes', json } }), connect: { ...ACME.connect, account } }
  const shown = await showService({ ...service, code: { session } } as ServiceDefinition)
  expect(shown).toContain('"shelf": "{{credentials.shelf}}",\n    "repo": "{{credentials.did}}"')
})

test('what was kept is shown the next time', async () => {
  const query = { after: '{{last_id}}', since: '{{since | seconds}}' }
  const shown = await showService({
    ...ACME,
    triggers: [{ ...trigger, request: { get: '/parcels', query } }],
  } as ServiceDefinition)
  expect(shown).toContain('triggers.new_parcel\n  GET https://api.acme.example/parcels\n')
  expect(shown).toContain(
    'triggers.new_parcel, the next time\n  GET https://api.acme.example/parcels?after={{last_id}}&since=1772357400\n',
  )
})

test('what begins and ends a push is shown', async () => {
  const follow = { post: '/hooks', json: { url: '{{hook.address}}', secret: '{{hook.secret}}' } }
  const push = { follow, id: '$.id', leave: { delete: '/hooks/{{followed}}' }, proof: { header: 'X-Acme-Secret' } }
  const shown = await showService({ ...ACME, triggers: [{ ...trigger, push }] } as ServiceDefinition)
  expect(shown).toMatch(/new_parcel, push\.follow\n {2}POST [^]*"url": "\{\{hook\.address\}\}"/)
  expect(shown).toContain('push.leave\n  DELETE https://api.acme.example/hooks/{{followed}}\n')
})

test('what an earlier try did is looked up by its key', async () => {
  const find = { request: { get: '/openings', query: { q: '{{key}}' } }, items: '$.openings', mark: '$.note' }
  const shown = await showService(withAction({ repeat: 'find', find }))
  expect(shown).toContain(
    'actions.open_box, find, with all fields\n  GET https://api.acme.example/openings?q={{key}}\n',
  )
})

test.each(serviceDefinitions().map((service) => ({ service })))('$service.id can be shown', async ({ service }) => {
  const shown = await showService(service)
  expect(shown).not.toMatch(/value\.of\.|(?<!\{\{)credentials\.[a-z]/)
})
