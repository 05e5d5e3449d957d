import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { showAddress } from './show-address.ts'

test.each([
  ['https://example.test/', 'example.test'],
  ['https://example.test/in/new-items', 'example.test/in/new-items'],
  ['https://example.test:8443/a?page=2', 'example.test:8443/a'],
  ['https://example.test/in/{{Title}}', 'example.test/in/…'],
  ['https://example.test/2026/03/01/my-report-for-march', 'example.test/2026/03/01/my-report-for-march'],
])('%s is shown as %s', (address, shown) => {
  expect(showAddress(address)).toMatchObject({ shown, is_secret: false })
})

test.each([
  'https://hooks.slack.com/services/T0/B0/abc',
  'https://discord.com/api/webhooks/1/abc',
  'https://acme.webhook.office.com/in',
  'https://example.test/in?key=1',
  'https://example.test/in/{{Title}}?access_token=abc',
  'https://example.test/in?sig=abc#top',
  'https://mira:pw@example.test/in',
  'https://example.test/in/9f86d081884c7d65',
  'https://example.test/in/2b1a8f7e-3c4d-4e5f-8a9b-0c1d2e3f4a5b/new',
  'https://example.test/in/xK9_q2Lm-7ZpT4vW',
  'https://example.test/in?to=xK9q2Lm7ZpT4vW',
])('%s looks like a secret and shows its host alone', (address) => {
  const { host = '', shown, is_secret } = showAddress(address) ?? {}
  expect(is_secret).toBe(true)
  expect(shown).toBe(host)
})

test.each([
  '{{Url}}',
  'https://{{Host}}/in',
  'https://example.test{{Rest}}',
  'https:/example.test{{Rest}}',
  'https://',
])('no host is claimed for %s', (address) => {
  expect(showAddress(address)?.host ?? null).toBe(null)
})

test('the host is where a request goes, whatever stands before it', () => {
  expect(showAddress('https://bank.test@evil.test/in')?.shown).toBe('evil.test')
  expect(showAddress(String.raw`https://evil.test\@bank.test/{{Title}}`)?.host).toBe('evil.test')
})

test('a random token is never shown, wherever it stands', () => {
  const token = fc.stringMatching(/^[a-z]\d[A-Z][a-z]\d[A-Z]\w{10,30}$/)
  const place = fc.constantFrom('/in/T', '/T/in', '/in?q=T', '/in?token=T', '/in#key=T', '/in/T/{{Title}}')
  fc.assert(
    fc.property(token, place, (secret, at) => {
      const shown = showAddress(`https://example.test${at.replace('T', secret)}`)
      expect(shown).toMatchObject({ shown: 'example.test', is_secret: true })
    }),
  )
})
