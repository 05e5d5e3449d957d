import { expect, test } from 'vitest'
import { assert, property, stringMatching } from 'fast-check'
import { fillPattern, matchAddress, matchText } from './match-text.ts'

test.each([
  ['{owner}/{repo}', 'octocat/hello-world', { owner: 'octocat', repo: 'hello-world' }],
  ['{owner}/{repo}', 'octocat', null],
  ['{owner}/{repo}', 'a/b/c', null],
  ['@{user}@{server}', '@ada@social.example', { user: 'ada', server: 'social.example' }],
  ['#{tag}', '#looms', { tag: 'looms' }],
  ['{before*}sig={sig}', 'a=1&sig=x1', { before: 'a=1&', sig: 'x1' }],
  ['fixed', 'fixed', {}],
  ['fixed', 'fixed ', null],
  ['{a}-{b}', '--', null],
  ['{a:4}-{b:2}', 'abcd-ef', { a: 'abcd', b: 'ef' }],
  ['{a:4}-{b:2}', 'abcde-ef', null],
  ['{a:4}-{b:2}', 'abc-ef', null],
  ['{a:4}-{b:2}', 'abcd-efg', null],
  ['{a:2}{b}', 'abcd', { a: 'ab', b: 'cd' }],
  ['{a:2}', 'a:', null],
])('%s in %s', (pattern, text, parts) => {
  expect(matchText(pattern, text)).toEqual(parts)
})

test('the first pattern that matches counts', () => {
  expect(matchText(['#{tag}', '{tag}'], '#looms')).toEqual({ tag: 'looms' })
  expect(matchText(['#{tag}', '{tag}'], 'looms')).toEqual({ tag: 'looms' })
})

const PATTERN = 'https://{region*}.logic.azure.com/workflows/{id}/invoke?sig={sig*}'

test.each([
  ['https://prod-12.west.logic.azure.com:443/workflows/1/invoke?sig=2', { region: 'prod-12.west', id: '1', sig: '2' }],
  ['https://a.logic.azure.com/workflows/1/invoke?b=%26sig=3&sig=a%2Fb%3D', { region: 'a', id: '1', sig: 'a/b=' }],
  ['https://a.logic.azure.com/workflows/1/invoke?b=%26sig=3', 'cut'],
  ['https://a.logic.azure.com/workflows/1/invoke?sig=', 'cut'],
  ['https://a.logic.azure.com/workflows/1/other?sig=2', null],
  ['https://evil.example/x.logic.azure.com/workflows/1/invoke?sig=2', null],
  ['https://a.logic.azure.com.evil.example/workflows/1/invoke?sig=2', null],
  ['https://a.logic.azure.com:8443/workflows/1/invoke?sig=2', null],
  ['http://a.logic.azure.com/workflows/1/invoke?sig=2', null],
  ['https://u:p@a.logic.azure.com/workflows/1/invoke?sig=2', null],
  ['not an address', null],
])('the pasted address %s', (address, parts) => {
  expect(matchAddress(PATTERN, address, 'https://logic.azure.com')).toEqual(parts)
})

test('a path is below the address of the service, wherever that is', () => {
  const parts = { id: '7' }
  expect(matchAddress('/hooks/{id}', 'https://acme.test/hooks/7', 'https://acme.test')).toEqual(parts)
  expect(matchAddress('/hooks/{id}', 'http://localhost:1/acme/hooks/7', 'http://localhost:1/acme')).toEqual(parts)
  expect(matchAddress('/hooks/{id}', 'https://acme.test.evil.example/hooks/7', 'https://acme.test')).toBeNull()
  expect(matchAddress('/hooks/{id}', 'https://acme.test/hooks/7', '')).toBeNull()
  expect(matchAddress('/hooks/{id}', 'https://acme.test/hooks/7?thread=1', 'https://acme.test')).toEqual(parts)
})

test('a text made of its parts is matched again', () => {
  const part = stringMatching(/^[a-z0-9.]{1,20}$/)
  assert(
    property(part, part, (owner, repo) => {
      expect(matchText('{owner}/{repo}', `${owner}/${repo}`)).toEqual({ owner, repo })
    }),
  )
})

test('a filled pattern is matched by it', () => {
  const filled = fillPattern('{owner}/{code:4}?{rest*}', (name, size) => `sample-${name}`.slice(0, size))
  expect(filled).toBe('sample-owner/samp?sample-rest')
  expect(matchText('{owner}/{code:4}?{rest*}', filled)).toMatchObject({ code: 'samp' })
})
