import { describe, expect, test } from 'vitest'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import { readServer } from './read-server.ts'
import { doubleSteps, valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { mastodonValues } from '../../../dev/stand-ins/doubles/mastodon/at-mastodon.ts'

const steps = () => doubleSteps('mastodon', mastodonValues)

test.each([
  ['new_post', 'post', {}, { PostText: 'Hello #looms', Visibility: 'public', AuthorHandle: 'ada' }],
  ['new_mention', 'mention', {}, { PostText: '@ada Hello #looms', AuthorName: 'Charles' }],
  ['new_follower', 'follow', {}, { FollowerHandle: 'babbage', FollowerName: 'Charles' }],
  ['new_post_with_hashtag', 'post_of_another', { hashtag: '#Looms' }, { PostText: 'Hello #looms' }],
  ['new_favorite', 'favorite', {}, { PostText: 'Hello #looms', AuthorHandle: 'babbage' }],
])('the trigger %s sees what happens at the server', async (slug, happening, fields, ingredients) => {
  const { ask, press, clock } = await steps()
  expect(valueOf(await ask(slug, fields)).items).toEqual([])
  await press(happening, { text: 'Hello #looms' })
  const [item, ...more] = valueOf(await ask(slug, fields)).items
  expect(more).toEqual([])
  expect(item).toMatchObject({ at: clock.now, ingredients })
})

test('a post to followers only starts nothing', async () => {
  const { ask, press } = await steps()
  await press('private_post', { text: 'Between us' })
  expect(valueOf(await ask('new_post')).items).toEqual([])
})

test.each(['new_post', 'new_favorite', 'new_follower'])('all of 130 are found after the mark: %s', async (slug) => {
  const { ask, press, services } = await steps()
  const happening = { new_post: 'post', new_favorite: 'favorite', new_follower: 'follow' }[slug] ?? ''
  await press(happening, { text: 'First' })
  const { etag } = valueOf(await ask(slug))
  for (let n = 0; n < 130; n++) await press(happening, { text: `Post ${n}` })
  const page = valueOf(await ask(slug, {}, { etag }))
  expect([page.items.length, new Set(page.items.map(({ id }) => id)).size, page.next]).toEqual([130, 130, null])
  if (slug === 'new_post') expect(page.items[0]?.ingredients['PostText']).toBe('Post 129')
  const asked = services.control.asked('mastodon').length
  const again = valueOf(await ask(slug, {}, { etag: page.etag }))
  expect([again.items, again.etag, services.control.asked('mastodon').length - asked]).toEqual([[], page.etag, 1])
})

test('more than one poll reads is found by the next ones', async () => {
  const { ask, press } = await steps()
  await press('post', { text: 'First' })
  let { etag } = valueOf(await ask('new_post'))
  for (let n = 0; n < 230; n++) await press('post', { text: `Post ${n}` })
  const found: unknown[] = []
  for (let polls = 0; polls < 2; polls++) {
    const page = valueOf(await ask('new_post', {}, { etag }))
    found.push(...page.items.map(({ ingredients }) => ingredients['PostText']).toReversed())
    etag = page.etag
  }
  expect(found).toEqual(Array.from({ length: 230 }, (_, n) => `Post ${n}`))
})

test('what was read before a failure counts, and the rest comes later', async () => {
  const { ask, press, service, io } = await steps()
  await press('post', { text: 'First' })
  const { etag } = valueOf(await ask('new_post'))
  for (let n = 0; n < 60; n++) await press('post', { text: `Post ${n}` })
  let calls = 0
  const failing: StepIo = {
    ...io(),
    fetch: async (...given) => {
      const outcome = await io().fetch(...given)
      return ++calls === 2 ? { ok: true, value: new Response('', { status: 500 }) } : outcome
    },
  }
  const call = { fields: {}, applet_id: 1, page: null, etag, last_modified: null }
  const page = valueOf(await service.triggers['new_post']?.poll?.(call, failing))
  const rest = valueOf(await ask('new_post', {}, { etag: page.etag }))
  expect([page.items.length, rest.items.length]).toEqual([40, 20])
})

test('a post is sent once, however often its answer is lost', async () => {
  const { act, look } = await steps()
  const fields = { text: 'Hello', visibility: 'unlisted', warning: 'Looms' }
  const first = valueOf(await act('post', fields))
  expect(first.url).toContain('/@ada/')
  expect(valueOf(await act('post', fields)).id).toBe(first.id)
  const posts = valueOf(await look('recent_posts'))
  expect(posts).toMatchObject([{ PostText: 'Hello', Visibility: 'unlisted', ContentWarning: 'Looms' }])
})

test('a post is boosted by its address, once', async () => {
  const { act, ask, press, look } = await steps()
  await press('mention', { text: 'Look' })
  const [item] = valueOf(await ask('new_mention')).items
  const post = String(item?.ingredients['PostUrl'])
  const boosted = valueOf(await act('boost', { post }))
  expect(boosted.url).toBe(post)
  expect(valueOf(await act('boost', { post })).id).toBe(boosted.id)
  expect(valueOf(await look('recent_posts'))).toEqual([])
  expect(await act('boost', { post: 'https://gone.example/@ada/1' })).toMatchObject({
    problem: { status: 404, sent: 'no', message: expect.stringContaining('does not find this post') },
  })
})

describe('what a server refuses', () => {
  test('a post that is too long is told in its words', async () => {
    const { act } = await steps()
    expect(await act('post', { text: 'x'.repeat(501), visibility: 'public', warning: '' })).toMatchObject({
      problem: { failure: 'status', status: 422, sent: 'no', message: expect.stringContaining('limit of 500') },
    })
  })

  test('more calls than it allows wait until it says', async () => {
    const { ask, clock } = await steps()
    for (let n = 0; n < 300; n++) valueOf(await ask('new_follower'))
    clock.now += 60_000
    expect(await ask('new_follower')).toMatchObject({
      problem: { failure: 'rate_limited', retry_after: 240_000 },
    })
  })
})

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
