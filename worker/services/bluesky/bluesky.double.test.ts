import { expect, test } from 'vitest'
import { sampleScene } from '../../../dev/stand-ins/samples/testing/sample-scene.fixture.ts'
import { valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { pollTrigger } from '../format/poll-trigger.fixture.ts'
import { blueskySession } from './bluesky-session.ts'

const KEY = 'sy_01KKB8E7G00000000000000000_1_0'

function aScene(pasted: Record<string, string> = {}) {
  const scene = sampleScene('bluesky')
  Object.assign(scene.account.values, { handle: 'ada.bsky.social' }, pasted)
  const asked = () => scene.services.control.asked('bluesky')
  return {
    scene,
    post: (fields: Record<string, string>, key = KEY) =>
      scene.service.actions['post']?.run({ fields, applet_id: 1 }, scene.io(key)),
    poll: (slug: string, fields: Record<string, string> = {}) => pollTrigger(scene.service, slug, fields, scene.io()),
    open: () => blueskySession.open({ ...scene.io(), base_url: scene.address, token: null }),
    refresh: () => blueskySession.refresh('the-refresh-token', scene.io()),
    asked,
    names: () => asked().map(({ path }) => path.split(/[./]/).at(-1)),
    records: () => asked().flatMap(({ path, body }) => (path.endsWith('putRecord') ? [JSON.parse(body)] : [])),
    /** Answers the next call so, in place of what the sample says. */
    answer: (status: number, body: object) => {
      const answer = { kind: 'answer', status, content_type: 'application/json', body: JSON.stringify(body) } as const
      scene.services.control.addFault('bluesky', answer)
    },
  }
}

test('a run that is tried again writes the same record', async () => {
  const { post, records } = aScene()
  for (const key of [KEY, KEY, 'sy_01KKB8E7G00000000000000000_2_0']) valueOf(await post({ text: ' Hello ' }, key))
  const [first, again, other] = records()
  expect(again).toEqual(first)
  expect(other.rkey).not.toBe(first.rkey)
  expect(first.record).toEqual({
    $type: 'app.bsky.feed.post',
    text: 'Hello',
    createdAt: '2026-03-10T06:55:05.216Z',
  })
})

test('a post is at the address where Bluesky shows it', async () => {
  const { url } = valueOf(await aScene().post({ text: 'Hello' }))
  expect(url).toMatch(/^https:\/\/bsky\.app\/profile\/did:plc:\w{24}\/post\/3jwdwj2ctlk26/)
})

type Facet = {
  index: { byteStart: number; byteEnd: number }
  features: [{ uri?: string; did?: string; tag?: string }]
}

test('links, mentions and hashtags are named by their bytes', async () => {
  const { post, records, answer } = aScene()
  const text = 'Grüße 👋🏽 @nobody.example, @mona.bsky.social: https://switchyard.example/a?b=ü. #Früh'
  answer(400, { error: 'InvalidRequest', message: 'Unable to resolve handle' })
  valueOf(await post({ text }))
  const bytes = new TextEncoder().encode(text)
  const [{ record }] = records()
  expect(
    record.facets.map(({ index, features: [feature] }: Facet) => [
      new TextDecoder().decode(bytes.slice(index.byteStart, index.byteEnd)),
      feature.uri ?? feature.did?.slice(0, 8) ?? feature.tag,
    ]),
  ).toEqual([
    ['@mona.bsky.social', 'did:plc:'],
    ['https://switchyard.example/a?b=ü', 'https://switchyard.example/a?b=ü'],
    ['#Früh', 'Früh'],
  ])
})

test.each([
  [{ link: ' https://switchyard.example', link_title: 'Switchyard' }, 'Switchyard'],
  [{ link: 'https://switchyard.example' }, 'https://switchyard.example'],
])('a link below a post is a card: %o', async (fields, title) => {
  const { post, records } = aScene()
  valueOf(await post({ text: 'Read this', ...fields }))
  expect(records()[0].record.embed).toEqual({
    $type: 'app.bsky.embed.external',
    external: { uri: 'https://switchyard.example', title, description: '' },
  })
})

test('a post has 300 characters as people count them', async () => {
  const { post, records } = aScene()
  valueOf(await post({ text: 'é👋🏽'.repeat(150) }))
  expect(await post({ text: 'é👋🏽'.repeat(151) })).toMatchObject({
    problem: {
      failure: 'input',
      message: 'A post can have 300 characters; this one has 302. Shorten it with truncate: 300.',
    },
  })
  expect(await post({ text: '👩‍👩‍👧'.repeat(200) })).toMatchObject({
    problem: { failure: 'input', message: 'This post is too long for Bluesky. Use fewer emoji.' },
  })
  expect(records()).toHaveLength(1)
})

test.each([
  ['@Mona', 'mona.bsky.social'],
  ['Mona.Example', 'mona.example'],
])('posts of %s are those of %s', async (handle, actor) => {
  const { poll, asked } = aScene()
  valueOf(await poll('new_post_by', { handle }))
  expect(asked()[0]?.query).toMatchObject({ actor })
})

const seen = { uri: 'at://did:plc:1/app.bsky.feed.post/1', indexedAt: '2026-03-01T08:00:00.000Z' }

test.each([
  [
    'new_mention',
    {
      notifications: [
        { ...seen, reason: 'like' },
        { ...seen, reason: 'mention' },
      ],
    },
  ],
  [
    'new_follower',
    {
      notifications: [
        { ...seen, reason: 'follow' },
        { ...seen, reason: 'mention' },
      ],
    },
  ],
  ['new_post_by', { feed: [{ post: seen, reason: { $type: 'app.bsky.feed.defs#reasonRepost' } }, { post: seen }] }],
])('%s tells one of two that a server lists', async (slug, answered) => {
  const { poll, answer } = aScene()
  answer(200, answered)
  expect(valueOf(await poll(slug, { handle: 'mona' })).items).toMatchObject([{ id: seen.uri }])
})

test.each([
  ['ada.bsky.social', ['createSession']],
  ['@ada.example', ['resolveHandle', 'did:plc:44ybard66vv44zksje25o7dz', 'createSession']],
])('a session of %s is opened where its account is', async (handle, names) => {
  const { scene, open, names: asked } = aScene({ handle })
  const { did = '', token = '' } = scene.account.values
  expect(valueOf(await open())).toEqual({
    values: { pds: scene.address, did, token },
    refresh_token: expect.stringContaining('.sample-refresh'),
    expires_at: Date.UTC(2100, 0, 1),
  })
  expect(asked()).toEqual(names)
})

test('an app password is told from the own password of an account', async () => {
  const { scene, asked } = aScene()
  const pasted = { handle: 'ada.bsky.social', app_password: 'hunter2-hunter2-hunter2-hunter2' }
  await expect(scene.connect(pasted)).rejects.toThrow('An app password looks like abcd-efgh-ijkl-mnop.')
  expect(asked()).toEqual([])
})

test('a handle that cannot be one is asked nowhere', async () => {
  const { open, asked } = aScene({ handle: 'not a handle' })
  const message = 'A handle looks like ada.bsky.social.'
  expect(await open()).toMatchObject({ problem: { failure: 'input', attribute: 'handle', message } })
  expect(asked()).toEqual([])
})

test.each([
  ['nobody.example', 400, { error: 'InvalidRequest' }, 'handle', 'Nobody has the handle nobody.example.'],
  ['ada', 401, { error: 'AuthenticationRequired' }, 'app_password', 'Wrong handle or app password.'],
  ['ada', 401, { error: 'AccountTakedown' }, 'app_password', 'Bluesky has suspended this account.'],
])('a handle %s that meets %i %j is told at %s', async (handle, status, said, attribute, message) => {
  const { open, answer } = aScene({ handle })
  answer(status, said)
  expect(await open()).toMatchObject({ problem: { attribute, message } })
})

test('too many sessions are a limit with a time', async () => {
  const { scene, open } = aScene()
  scene.services.control.addFault('bluesky', { kind: 'status', status: 429, retry_after: 300 })
  expect(await open()).toMatchObject({ problem: { failure: 'rate_limited', retry_after: 300_000 } })
})

test.each([
  ['is renewed', 0, ['refreshSession']],
  ['is opened again where its refresh token has ended', 1, ['refreshSession', 'createSession']],
])('a session %s', async (_, ended, names) => {
  const { refresh, answer, names: asked } = aScene()
  for (let n = 0; n < ended; n++) answer(400, { error: 'ExpiredToken', message: 'Token has been revoked' })
  expect(valueOf(await refresh())).toMatchObject({ values: { did: expect.stringMatching(/^did:plc:/) } })
  expect(asked()).toEqual(names)
})

test('an app password that was taken back ends the connection', async () => {
  const { refresh, answer } = aScene()
  answer(400, { error: 'ExpiredToken' })
  answer(401, { error: 'AuthenticationRequired' })
  expect(await refresh()).toMatchObject({
    problem: { failure: 'unauthorized', message: 'Wrong handle or app password.' },
  })
})

test('a server that is down ends no session', async () => {
  const { scene, refresh } = aScene()
  scene.services.control.addFault('bluesky', { kind: 'status', status: 502 })
  expect(await refresh()).toMatchObject({ problem: { failure: 'server' } })
})

test('a post whose session has ended is written with a renewed one', async () => {
  const { scene, refresh, answer, names } = aScene()
  scene.account.onRefresh = async () => scene.account.keepSession(await refresh())
  answer(400, { error: 'ExpiredToken', message: 'Token has expired' })
  scene.enable({ action: 'post', fields: { text: '{{Value1}}', link: '', link_title: '' } })
  expect(await scene.send('Hello')).toBe('done')
  expect(names()).toEqual(['putRecord', 'refreshSession', 'putRecord'])
})
