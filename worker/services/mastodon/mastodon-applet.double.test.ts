import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'
import { mastodonValues } from '../../../dev/stand-ins/doubles/mastodon/mastodon-sign-in.fixture.ts'

const answering = () =>
  runningApplet({
    module_name: 'mastodon',
    credentials: mastodonValues,
    trigger: { slug: 'new_mention' },
    action: { slug: 'post', fields: { text: '@{{AuthorHandle}} Thank you.', visibility: 'unlisted', warning: '' } },
  })

function posts({ services }: Awaited<ReturnType<typeof answering>>): string[] {
  const sent = services.control.asked('mastodon').filter(({ path }) => path === '/api/v1/statuses')
  return sent.map(({ body }) => JSON.parse(body).status)
}

test('each mention is answered once, however many come together', async () => {
  const applet = await answering()
  await applet.press('mention', { text: 'was there before' })
  await applet.pass(2 * MINUTE)
  for (let n = 0; n < 90; n++) await applet.press('mention', { text: `again ${n}` })
  await applet.pass(10 * MINUTE)
  expect(posts(applet)).toEqual(Array.from({ length: 90 }, () => '@babbage Thank you.'))
  expect(new Set(applet.states())).toEqual(new Set(['done']))
  expect(applet.runs()).toHaveLength(90)
})

test('a busy list is not taken for one whose ids change', async () => {
  const applet = await answering()
  await applet.press('mention', { text: 'was there before' })
  await applet.pass(2 * MINUTE)
  for (let rounds = 0; rounds < 5; rounds++) {
    for (let n = 0; n < 6; n++) await applet.press('mention', { text: `${rounds} ${n}` })
    await applet.pass(2 * MINUTE)
  }
  await applet.pass(2 * MINUTE)
  expect(applet.runs()).toHaveLength(30)
})

test('a post whose answer was lost is not posted again', async () => {
  const applet = await answering()
  await applet.pass(2 * MINUTE)
  await applet.press('mention', { text: 'hello' })
  await applet.passUntilAsked()
  applet.services.control.addFault('mastodon', { kind: 'status', status: 502, afterwards: true })
  await applet.pass(10 * MINUTE)
  const answer = await fetch(`${applet.address}/api/v1/accounts/1/statuses`, {
    headers: { authorization: `Bearer ${applet.account.values['token']}` },
  })
  expect(await answer.json()).toHaveLength(1)
  expect(applet.states()).toEqual(['done'])
})

test('the token of Mastodon is in no run and no log', async () => {
  const applet = await answering()
  const token = applet.account.values['token'] ?? ''
  expect(token).toHaveLength(43)
  await applet.pass(2 * MINUTE)
  await applet.press('mention', { text: `somebody pasted ${token}` })
  applet.services.control.addFault('mastodon', { kind: 'status', status: 403, calls: 9 })
  await applet.pass(2 * MINUTE)
  applet.services.control.clearFaults()
  await applet.pass(5 * MINUTE)
  expect(applet.runs()).toHaveLength(1)
  expect(applet.everythingKept()).not.toContain(token)
})
