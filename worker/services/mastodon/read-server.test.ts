import { expect, test } from 'vitest'
import { readServer } from './read-server.ts'

test.each([
  ['mastodon.social', 'https://mastodon.social'],
  [' Mastodon.Social/ ', 'https://mastodon.social'],
  ['https://mastodon.social/@ada', 'https://mastodon.social'],
  ['@ada@mastodon.social', 'https://mastodon.social'],
  ['ada@mastodon.social', 'https://mastodon.social'],
  ['https://ada:secret@mastodon.social', null],
  ['two words', null],
  ['', null],
])('the text %j names the server %s', (text, server) => {
  expect(readServer(text)).toBe(server)
})
