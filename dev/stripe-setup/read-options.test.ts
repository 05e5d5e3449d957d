import { expect, test } from 'vitest'
import { readOptions } from './read-options.ts'

test("this machine's setup has no address that Stripe can reach", () => {
  expect(readOptions([], () => 'https://site.test')).toEqual({
    remote: false,
    environment: 'production',
    yes: false,
    siteOrigin: null,
  })
})

test('the deployed setup is for SITE_ORIGIN', () => {
  expect(readOptions(['--remote', '--yes'], () => 'https://site.test')).toEqual({
    remote: true,
    environment: 'production',
    yes: true,
    siteOrigin: 'https://site.test',
  })
})

test("staging's setup is the deployed one, for its own SITE_ORIGIN", () => {
  const originOf = (environment: string) => `https://${environment}.test`
  expect(readOptions(['--env', 'staging'], originOf)).toEqual({
    remote: true,
    environment: 'staging',
    yes: false,
    siteOrigin: 'https://staging.test',
  })
})

test.each([
  [['--remote'], 'still the example'],
  [['--site', 'http://site.test'], 'must be an https origin'],
  [['--site', 'https://site.test/path'], 'must be an https origin'],
  [['--live'], 'Usage: npm run stripe:setup'],
])('refuses %j: %s', (args, sentence) => {
  expect(() => readOptions(args, () => 'https://switchyard.example')).toThrow(sentence)
})
