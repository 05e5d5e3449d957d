import { expect, test } from 'vitest'
import { isProven } from './sender-signature.ts'

const body = '{"event":"box.opened"}'
const hex = '1d0cb0a2a1d2c0bbf2d1cbf7ef2e1a8b9bbbf4b6c8f3b2c1a0d9e8f7a6b5c4d3'

test.each([
  ['a secret that is repeated', { header: 'X-Acme-Token' }, { 'x-acme-token': 's3cret' }, true],
  ['another secret', { header: 'X-Acme-Token' }, { 'x-acme-token': 's3cret2' }, false],
  ['no header', { header: 'X-Acme-Token' }, {}, false],
  ['another HMAC', { header: 'x-sig', hmac: 'hex', prefix: 'sha256=' }, { 'x-sig': `sha256=${hex}` }, false],
  ['an HMAC of the wrong length', { header: 'x-sig', hmac: 'hex' }, { 'x-sig': 'abcd' }, false],
  ['an HMAC of other letters', { header: 'x-sig', hmac: 'hex' }, { 'x-sig': 'xyz' }, false],
  ['an HMAC without its prefix', { header: 'x-sig', hmac: 'hex', prefix: 'sha256=' }, { 'x-sig': hex }, false],
] as const)('a push shows that it is one: %s', async (_, proof, headers, right) => {
  expect(await isProven(proof, { secret: 's3cret', body, headers: { ...headers } })).toBe(right)
})

test.each(['hex', 'base64'] as const)('a push is proven by an HMAC of its body in %s', async (hmac) => {
  const key = await crypto.subtle.importKey('raw', Buffer.from('s3cret'), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const mark = Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(body))).toString(hmac)
  const headers = { 'x-sig': `v1=${mark}` }
  const proof = { header: 'X-Sig', hmac, prefix: 'v1=' }
  expect(await isProven(proof, { secret: 's3cret', body, headers })).toBe(true)
  expect(await isProven(proof, { secret: 's3cret', body: `${body} `, headers })).toBe(false)
})
