import { AtpAgent, RichText } from '@atproto/api'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { blueskySession } from './bluesky-session.ts'
import { doubleSteps, valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'

const PASTED = { handle: 'ada.bsky.social', app_password: 'abcd-efgh-ijkl-mnop' }
const KEY = 'sy_01KKB8E7G00000000000000000_1_0'

/** The steps with a session that was opened as at connecting. */
async function signedIn() {
  const bluesky = await doubleSteps('bluesky', PASTED)
  const opened = valueOf(await blueskySession.open(bluesky.io()))
  const io = (key: string | null = null) => bluesky.io(key, { ...PASTED, ...opened.values })
  const { service, services } = bluesky
  const nothing = { page: null, etag: null, last_modified: null }
  return {
    ...bluesky,
    opened,
    io,
    ask: (slug: string, fields = {}) => service.triggers[slug]?.poll?.({ fields, applet_id: 1, ...nothing }, io()),
    act: (text: string, key = KEY, more = {}) =>
      service.actions['post']?.run({ fields: { text, link: '', link_title: '', ...more }, applet_id: 1 }, io(key)),
    records: () =>
      services.control
        .asked('bluesky')
        .filter(({ path }) => path.endsWith('putRecord'))
        .map(({ body }) => JSON.parse(body)),
  }
}

test.each([
  ['new_mention', 'mention', {}, { PostText: 'Hello', AuthorHandle: 'mona.bsky.social', AuthorName: 'Mona' }],
  [
    'new_follower',
    'follow',
    {},
    { FollowerHandle: 'mona.bsky.social', ProfileUrl: expect.stringMatching(/did:plc:\w{24}$/) },
  ],
  [
    'new_post_by',
    'post',
    { handle: '@Mona' },
    { PostUrl: expect.stringMatching(/\/profile\/did:plc:\w{24}\/post\/\w{13}$/) },
  ],
])('the trigger %s sees what happens at Bluesky', async (slug, happening, fields, ingredients) => {
  const { ask, press, clock } = await signedIn()
  expect(valueOf(await ask(slug, fields)).items).toEqual([])
  await press('like')
  await press(happening, { text: 'Hello' })
  const { items } = valueOf(await ask(slug, fields))
  expect(items).toMatchObject([{ at: clock.now, ingredients }])
  expect(Object.values(items[0]?.ingredients ?? {})).not.toContain(null)
})

test('a post is written once under a key of its run', async () => {
  const { act, ask, records } = await signedIn()
  const first = valueOf(await act('Hello'))
  expect(valueOf(await act('Hello'))).toEqual(first)
  expect(first.url).toMatch(/^https:\/\/bsky\.app\/profile\/did:plc:\w{24}\/post\/\w{13}$/)
  valueOf(await act('Hello', 'sy_01KKB8E7G00000000000000000_2_0'))
  expect(valueOf(await ask('new_post_by', { handle: 'ada' })).items).toHaveLength(2)
  expect(records()[0].record).toEqual({
    $type: 'app.bsky.feed.post',
    text: 'Hello',
    createdAt: '2026-03-10T06:55:05.216Z',
  })
})

test('links, mentions and hashtags are named by their bytes', async () => {
  const { act, records } = await signedIn()
  const text = 'Grüße 👋🏽 @mona.bsky.social und @nobody.example: https://switchyard.example/a?b=ü. #Früh'
  valueOf(await act(text))
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

type Facet = {
  index: { byteStart: number; byteEnd: number }
  features: [{ uri?: string; did?: string; tag?: string }]
}

test('a link below a post is a card', async () => {
  const { act, records } = await signedIn()
  valueOf(await act('Read this', KEY, { link: 'https://switchyard.example', link_title: 'Switchyard' }))
  expect(records()[0].record.embed).toEqual({
    $type: 'app.bsky.embed.external',
    external: { uri: 'https://switchyard.example', title: 'Switchyard', description: '' },
  })
})

test('a post has 300 characters as people count them', async () => {
  const { act, records } = await signedIn()
  valueOf(await act('é👋🏽'.repeat(150)))
  expect(await act('é👋🏽'.repeat(151))).toMatchObject({
    problem: {
      failure: 'input',
      message: 'A post can have 300 characters; this one has 302. Shorten it with truncate: 300.',
    },
  })
  expect(await act('👩‍👩‍👧'.repeat(200))).toMatchObject({
    problem: { failure: 'input', message: 'This post is too long for Bluesky. Use fewer emoji.' },
  })
  expect(records()).toHaveLength(1)
})

test('a session that ended is renewed, else opened again', async () => {
  const { io, clock, act, opened, services } = await signedIn()
  expect(opened.expires_at).toBe(clock.now + 2 * HOUR)
  clock.now += 3 * HOUR
  expect(await act('Late')).toMatchObject({ problem: { failure: 'unauthorized', sent: 'no' } })
  const renewed = valueOf(await blueskySession.refresh(opened.refresh_token, io()))
  expect(renewed.values.token).not.toBe(opened.values.token)
  const again = valueOf(await blueskySession.refresh(opened.refresh_token, io()))
  expect(again.refresh_token).not.toBe(renewed.refresh_token)
  const sessions = services.control.asked('bluesky').map(({ path }) => path.split('.').at(-1))
  expect(sessions.filter((name) => name?.endsWith('Session'))).toEqual([
    'createSession',
    'refreshSession',
    'refreshSession',
    'createSession',
  ])
})

test('an app password that was taken back ends the connection', async () => {
  const { io, press, opened, act } = await signedIn()
  await press('revoke')
  expect(await act('Hello')).toMatchObject({ problem: { failure: 'unauthorized' } })
  expect(await blueskySession.refresh(opened.refresh_token, io())).toMatchObject({
    problem: { failure: 'unauthorized', message: 'Wrong handle or app password.' },
  })
})

test.each([
  ['handle', { ...PASTED, handle: 'not a handle' }, 'A handle looks like ada.bsky.social.'],
  ['app_password', { ...PASTED, app_password: 'hunter2hunter2' }, 'An app password looks like'],
  ['app_password', { ...PASTED, app_password: 'aaaa-bbbb-cccc-dddd' }, 'Wrong handle or app password.'],
  ['handle', { ...PASTED, handle: 'nobody.example' }, 'Nobody has the handle nobody.example.'],
])('a wrong %s is named at its field', async (attribute, credentials, words) => {
  const { io, services } = await doubleSteps('bluesky', credentials)
  const outcome = await blueskySession.open(io())
  expect(outcome).toMatchObject({ problem: { attribute, message: expect.stringContaining(words) } })
  const sent = services.control.asked('bluesky').map(({ body }) => body)
  expect(sent.join()).not.toContain('hunter2')
})

test('too many sessions are a limit with a time', async () => {
  const { io, clock } = await doubleSteps('bluesky', PASTED)
  for (let n = 0; n < 30; n++) valueOf(await blueskySession.open(io()))
  const refused = await blueskySession.open(io())
  expect(refused).toMatchObject({ problem: { failure: 'rate_limited', status: 429 } })
  expect(refused.ok === false && refused.problem.retry_after).toBe(5 * MINUTE)
  clock.now += 5 * MINUTE
  valueOf(await blueskySession.open(io()))
})

test('an account of Bluesky is shown by its handle', async () => {
  const { service, io } = await signedIn()
  expect(valueOf(await service.checkAccount?.(io())).name).toBe('@ada.bsky.social')
})

test("Bluesky's own client is understood by the double", async () => {
  const { address, press } = await doubleSteps('bluesky', PASTED)
  const agent = new AtpAgent({
    service: 'https://bsky.social',
    fetch: (input, init) => {
      const { url, method, headers, body } = new Request(input, init)
      return fetch(url.replace('https://bsky.social', address), {
        method,
        headers,
        body,
        ...(body && { duplex: 'half' }),
      })
    },
  })
  await agent.login({ identifier: PASTED.handle, password: PASTED.app_password })
  const rich = new RichText({ text: 'Hi @mona.bsky.social' })
  await rich.detectFacets(agent)
  const { uri } = await agent.com.atproto.repo
    .putRecord({
      repo: agent.assertDid,
      collection: 'app.bsky.feed.post',
      rkey: '3jzfcijpj2z2a',
      record: {
        $type: 'app.bsky.feed.post',
        text: rich.text,
        facets: rich.facets,
        createdAt: new Date().toISOString(),
      },
    })
    .then(({ data }) => data)
  const { data: mine } = await agent.getAuthorFeed({ actor: PASTED.handle })
  expect(mine.feed.map(({ post }) => post.uri)).toEqual([uri])
  await press('mention', { text: 'Hello' })
  const { data: notices } = await agent.listNotifications({ reasons: ['mention'] })
  expect(notices.notifications.map(({ reason }) => reason)).toEqual(['mention'])
})

test('the double refuses what Bluesky does not publish', async () => {
  const { address, opened } = await signedIn()
  const headers = { authorization: `Bearer ${opened.values.token}` }
  const put = (body: object) =>
    fetch(`${address}/xrpc/com.atproto.repo.putRecord`, { method: 'POST', headers, body: JSON.stringify(body) })
  const record = { $type: 'app.bsky.feed.post', text: 'A', createdAt: new Date().toISOString() }
  const right = { repo: opened.values['did'], collection: 'app.bsky.feed.post', rkey: '3jzfcijpj2z2a', record }
  expect((await put(right)).status).toBe(200)
  expect((await put({ ...right, repo: undefined })).status).toBe(501)
  expect((await put({ ...right, record: { ...record, text: 7 } })).status).toBe(400)
  expect((await put({ ...right, rkey: 'mine' })).status).toBe(400)
  expect((await fetch(`${address}/xrpc/app.bsky.feed.getAuthorFeed?actor=a.b&max=1`, { headers })).status).toBe(501)
})

const thanking = () =>
  runningApplet({
    module_name: 'bluesky',
    credentials: () => PASTED,
    trigger: { slug: 'new_mention' },
    action: { slug: 'post', fields: { text: 'Thank you @{{AuthorHandle}}', link: '', link_title: '' } },
  })

test('a mention is answered with a post, with few sessions', async () => {
  const applet = await thanking()
  await applet.pass(2 * MINUTE)
  await applet.press('mention', { text: 'Hello @ada' })
  applet.services.control.addFault('bluesky', { kind: 'status', status: 502, seconds: 5, afterwards: true })
  await applet.pass(5 * HOUR)
  await applet.press('mention', { text: 'Still there?' })
  await applet.pass(HOUR)
  expect(applet.states()).toEqual(['done', 'done'])
  const asked = applet.services.control.asked('bluesky')
  const named = (name: string) => asked.filter(({ path }) => path.endsWith(name))
  const keys = named('putRecord').map(({ body }) => JSON.parse(body).rkey)
  expect(new Set(keys).size).toBe(2)
  expect([named('createSession').length, named('refreshSession').length]).toEqual([1, 2])
})

test('app password and session are in no run and no log', async () => {
  const applet = await thanking()
  await applet.pass(2 * MINUTE)
  const { app_password, token } = applet.account.values
  await applet.press('mention', { text: `Is it ${app_password} or ${token}?` })
  await applet.pass(3 * HOUR)
  expect(applet.runs()).toHaveLength(1)
  for (const secret of [app_password, token]) expect(applet.everythingKept()).not.toContain(secret)
})
