import { expect, test } from 'vitest'
import { whyRefused } from '../../../system/outbound/outbound-guard.ts'
import { serviceDefinitions } from '../../service-registry.ts'
import { readManifest } from './read-manifest.ts'

const SETTINGS = { SITE_ORIGIN: 'https://switchyard.example', TRUSTED_ORIGINS: [] }
const MANIFEST = {
  transport: 'ifttt',
  id: 'larder',
  name: 'Larder',
  short_name: 'Larder',
  description: 'Watches the shelves.',
  color: '#3d5a40',
  api_url: 'https://larder.example',
  sign_in: { authorize_url: '/oauth2/authorize', token_url: '/oauth2/token' },
  triggers: [],
  queries: [],
  actions: [],
}
const signIn = (change: object) => ({ sign_in: { ...MANIFEST.sign_in, ...change } })

async function problemsOf(change: object, allowed_hosts: string[] = []) {
  const refusal = (address: string) => whyRefused(address, SETTINGS)
  const read = await readManifest({ ...MANIFEST, ...change }, { taken: serviceDefinitions(), allowed_hosts, refusal })
  return read.kind === 'wrong' ? read.problems : []
}

test('a right manifest has no problem', async () => {
  expect(await problemsOf({})).toEqual([])
  expect(await problemsOf({}, ['larder.example'])).toEqual([])
})

test.each([
  [{ api_url: 'https://printer.local' }, ['api_url'], 'we do not open printer.local: a private name.'],
  [{ api_url: 'http://10.0.0.1' }, ['api_url'], 'we do not open 10.0.0.1: not https.'],
  [{ api_url: 'https://a:b@larder.example' }, ['api_url'], 'we do not open larder.example: carries a user name.'],
  [
    signIn({ token_url: 'https://10.0.0.1/t' }),
    ['sign_in', 'token_url'],
    'we do not open 10.0.0.1: an address by number',
  ],
  [signIn({ authorize_url: 'http://larder.example/a' }), ['sign_in', 'authorize_url'], 'larder.example: not https.'],
])('%j leads nowhere', async (change, path, message) => {
  expect(await problemsOf(change)).toContainEqual({ path, message: expect.stringContaining(message) })
})

test('a sign-in at a host not allowed is refused', async () => {
  expect(await problemsOf(signIn({ token_url: 'https://evil.example/token' }), ['larder.example'])).toEqual([
    { path: ['sign_in', 'token_url'], message: expect.stringContaining('does not allow evil.example') },
  ])
})

test('a service of the protocol cannot pose as another', async () => {
  const message = 'looks like Slack, another service of this site. Rename it.'
  expect(await problemsOf({ name: 'Sӏack' })).toEqual([{ path: ['name'], message }])
})
