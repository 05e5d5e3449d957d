import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'
import { mastodonValues } from '../../../dev/stand-ins/doubles/mastodon/at-mastodon.ts'

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
