import { expect, test } from 'vitest'
import template from '../../../../dev/service/template.json'
import { catalogRows } from '../../catalog/catalog-rows.ts'
import { runnableService } from '../http/runnable-service.ts'
import { stepIo } from '../step-io.fixture.ts'
import { readServiceFile } from './read-service-file.ts'

const { headers: _headers, connect, ...rest } = template
const [trigger] = template.triggers
const [field] = connect.fields
const hosts = ['api.acme.example', 'login.acme.example']
const HERE = 'http://localhost:4000'
const parcels = { method: 'get', path: 'https://login.acme.example/parcels' }

async function definitionOf(document: Record<string, unknown>) {
  const read = await readServiceFile({ ...rest, hosts, ...document }, { taken: [], allowed_hosts: [] })
  if (read.kind === 'wrong') throw new Error(JSON.stringify(read.problems))
  return read.definition
}

/** Where the step asks that names another host in full. */
async function askedAt(connected: object, base_url: string) {
  const elsewhere = { ...trigger, request: { [parcels.method]: parcels.path } }
  const samples = 'account' in connected ? template.samples : { ...template.samples, account: undefined }
  const service = runnableService(await definitionOf({ connect: connected, triggers: [elsewhere], samples }))
  const { io, asked } = stepIo([template.samples.triggers.new_parcel.answer], { base_url })
  const call = { fields: { box: '7' }, applet_id: 1, page: null, etag: null, last_modified: null }
  await service.triggers['new_parcel']?.poll?.(call, io)
  return asked[0]?.address
}

test('each host of a file is at the address of the setting', async () => {
  const oauth2 = {
    kind: 'oauth2',
    authorize_url: 'https://login.acme.example/authorize',
    token_url: 'https://api.acme.example/token',
    scopes: 'boxes.read',
    account: { get: '/me', id: '$.id', name: '$.name' },
  }
  const { services } = catalogRows([await definitionOf({ connect: oauth2 })], { acme: HERE })
  expect(services).toMatchObject([
    {
      issuer: HERE,
      authorize_url: `${HERE}/authorize`,
      token_url: `${HERE}/token`,
      account_url: `${HERE}/me`,
    },
  ])
})

test('a step at another host follows the setting', async () => {
  const none = { kind: 'none' }
  expect(await askedAt(none, HERE)).toBe(`${HERE}/parcels`)
  expect(await askedAt(none, 'https://api.acme.example')).toBe(parcels.path)
})

test("a user's own server is not asked for another host", async () => {
  const own = { ...connect, fields: [{ ...field }, { slug: 'at', label: 'Address', type: 'url', base: true }] }
  expect(await askedAt(own, 'https://box.mona.example')).toBe(parcels.path)
})

test('a setting moves a page, and fills in the server', async () => {
  const fields = [
    { ...field, page: 'https://acme.example/keys?new=1' },
    { slug: 'at', label: 'Address', type: 'url', base: true, default_value: 'https://acme.example' },
    { slug: 'secret', label: 'Secret', type: 'secret', page: '/secrets' },
  ]
  const { services } = catalogRows([await definitionOf({ connect: { ...connect, fields } })], { acme: HERE })
  expect(services[0]?.connect_fields).toMatchObject([
    { page: `${HERE}/keys?new=1` },
    { default_value: HERE },
    { page: '/secrets' },
  ])
})
