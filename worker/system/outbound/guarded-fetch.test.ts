import { expect, test } from 'vitest'
import { testCtx } from '../../testing/test-ctx.ts'
import { guardedFetch, OUTBOUND_MAX_BYTES, whyRefused } from './guarded-fetch.ts'

const settings = {
  SITE_ORIGIN: 'https://switchyard.example',
  TRUSTED_ORIGINS: ['http://localhost:8790', 'https://10.0.0.7:8443'],
}

test.each([
  'https://api.github.example/options/repos?page=1',
  'https://münchen.example/',
  'https://1.2.3.4.example.com/',
  'https://panip.io/',
  'https://corp.example/',
  'http://localhost:8790/slack/api/options/channels',
  'https://10.0.0.7:8443/options',
])("opens a service's address: %s", (address) => {
  expect(whyRefused(address, settings)).toBeNull()
})

test.each([
  ['github', 'not an address'],
  ['https://', 'not an address'],
  ['http://api.github.example/', 'not https'],
  ['ftp://api.github.example/', 'not https'],
  ['data:application/json,{}', 'not https'],
  ['https://api.github.example:8443/', 'another port'],
  ['https://user@api.github.example/', 'carries a user name'],
  ['https://:secret@api.github.example/', 'carries a user name'],
  ['http://user@localhost:8790/', 'carries a user name'],
  ['http://localhost:8791/', 'not https'],
  ['https://localhost/', 'a private name'],
  ['https://localhost./', 'a private name'],
  ['https://LOCALHOST/', 'a private name'],
  ['https://a.localhost/', 'a private name'],
  ['https://printer.local/', 'a private name'],
  ['https://metadata.google.internal/', 'a private name'],
  ['https://metadata.google.internal./', 'a private name'],
  ['https://intranet/', 'a private name'],
  ...'corp localdomain svc test invalid onion arpa home private intranet lan'
    .split(' ')
    .map((ending) => [`https://wiki.${ending}/`, 'a private name']),
  ['https://db.default.svc.cluster.local/', 'a private name'],
  ['https://printer.home.arpa./', 'a private name'],
  ['https://10.0.0.1.nip.io/', 'a name for any address'],
  ['https://169-254-169-254.sslip.io/', 'a name for any address'],
  ['https://7f000001.c0a80001.rbndr.us./', 'a name for any address'],
  ['https://localtest.me/', 'a name for any address'],
  ['https://app.LVH.me/', 'a name for any address'],
  ['https://switchyard.example/', 'our own site'],
  ['https://switchyard.example./', 'our own site'],
  ['https://SWITCHYARD.example/api', 'our own site'],
])('refuses other addresses: %s is %s', (address, reason) => {
  expect(whyRefused(address, settings)).toBe(reason)
})

test.each([
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.0.0.1.',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fc00::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[2002:7f00:1::]',
  '[64:ff9b::7f00:1]',
  '[fec0::1]',
  '93.184.216.34',
  '[2606:2800:220:1::1]',
])('refuses numeric addresses in any notation: %s', (host) => {
  expect(whyRefused(`https://${host}/`, settings)).toBe('an address by number')
})

test('never opens a refused address', async () => {
  const opened: string[] = []
  const ctx = await testCtx({ fetch: async (input) => Response.json(opened.push(String(input))) })
  await expect(guardedFetch(ctx)('https://127.0.0.1/')).rejects.toMatchObject({ code: 'service_unreachable' })
  expect(opened).toEqual([])
})

test('does not follow redirects', async () => {
  let asked: RequestInit | undefined
  const ctx = await testCtx({
    fetch: async (_, init) => {
      asked = init
      return new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } })
    },
  })
  const response = await guardedFetch(ctx)('https://api.github.example/')
  expect(asked?.redirect).toBe('manual')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('http://169.254.169.254/')
})

test('reads 256 KB and refuses one byte more', async () => {
  const ctx = await testCtx({
    fetch: async (address) => new Response(new Uint8Array(Number(new URL(String(address)).pathname.slice(1)))),
  })
  const fetchFromService = guardedFetch(ctx)
  const whole = await fetchFromService(`https://api.github.example/${OUTBOUND_MAX_BYTES}`)
  expect((await whole.arrayBuffer()).byteLength).toBe(OUTBOUND_MAX_BYTES)
  await expect(fetchFromService(`https://api.github.example/${OUTBOUND_MAX_BYTES + 1}`)).rejects.toMatchObject({
    code: 'service_unreachable',
  })
  const endless = await testCtx({
    fetch: async () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65536)) })),
  })
  await expect(guardedFetch(endless)('https://api.github.example/')).rejects.toMatchObject({
    code: 'service_unreachable',
  })
})

test('gives up on services that hang or stall', async () => {
  const silent = await testCtx({
    fetch: (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  })
  await expect(guardedFetch(silent, 20)('https://api.github.example/')).rejects.toMatchObject({
    code: 'service_unreachable',
  })
  const halting = await testCtx({
    fetch: async () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(9)) })),
  })
  await expect(guardedFetch(halting, 20)('https://api.github.example/')).rejects.toMatchObject({
    code: 'service_unreachable',
  })
})

test('reports a network failure as service_unreachable', async () => {
  const ctx = await testCtx({ fetch: () => Promise.reject(new TypeError('connection refused')) })
  await expect(guardedFetch(ctx)('https://api.github.example/')).rejects.toMatchObject({
    code: 'service_unreachable',
    status: 502,
  })
})
