import { expect, test } from 'vitest'
import { readOptions } from './read-options.ts'

test("this machine's setup has no address that Stripe can reach", () => {
  expect(readOptions([], 'https://site.test')).toEqual({ remote: false, yes: false, siteOrigin: null })
})

test('the deployed setup is for SITE_ORIGIN', () => {
  expect(readOptions(['--remote', '--yes'], 'https://site.test')).toEqual({
    remote: true,
    yes: true,
    siteOrigin: 'https://site.test',
  })
})

test.each([
  [['--remote'], 'still the example'],
  [['--site', 'http://site.test'], 'must be an https origin'],
  [['--site', 'https://site.test/path'], 'must be an https origin'],
  [['--live'], 'Usage: npm run stripe:setup'],
])('refuses %j: %s', (args, sentence) => {
  expect(() => readOptions(args, 'https://switchyard.example')).toThrow(sentence)
})
