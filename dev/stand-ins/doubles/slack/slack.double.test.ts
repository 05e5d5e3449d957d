import { IncomingWebhook } from '@slack/webhook'
import { beforeEach, describe, expect, test } from 'vitest'
import { publishedType } from '../published/published-types.ts'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'
import { slackAddress } from './slack-double.ts'

const HOOK = { team: 'T0KITCHEN', id: 'B0GENERAL', secret: 'aB3dE6gH9jK2mN5pQ8sT1vW4' }
const publishedBody = publishedType('SlackMessageBody')

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('slack')
})

async function connected(fields: Record<string, string> = { message: '{{Value1}}' }): Promise<void> {
  await scene.connect({ webhook: slackAddress(scene.address, HOOK) })
  scene.enable({ action: 'post_message', fields })
}

async function turn(channel: 'archived' | 'revoked'): Promise<void> {
  await scene.press(`${HOOK.id}/${channel}`)
}

function lastText(): string {
  return JSON.parse(scene.exchanges.at(-1)?.body ?? '').text
}

describe('connecting Slack', () => {
  test('shows whether the webhook works, and posts nothing', async () => {
    expect(await scene.connect({ webhook: slackAddress(scene.address, HOOK) })).toEqual({
      ok: true,
      value: { id: 'T0KITCHEN/B0GENERAL', name: 'Webhook B0GENERAL' },
    })
    expect(scene.exchanges).toMatchObject([{ status: 400, answer: 'no_text' }])
    expect(await scene.shown()).toContain('Nothing yet')
  })

  test.each([
    ['webhook', { ...HOOK, id: 'B0UNKNOWN' }, 'no_service'],
    ['workspace', { ...HOOK, team: 'T0UNKNOWN' }, 'no_team'],
    ['secret', { ...HOOK, secret: 'x'.repeat(24) }, 'invalid_token'],
  ])('refuses an address with another %s', async (_, hook, answer) => {
    expect(await scene.connect({ webhook: slackAddress(scene.address, hook) })).toMatchObject({
      problem: { failure: 'unauthorized', attribute: 'webhook' },
    })
    expect(scene.exchanges).toMatchObject([{ answer }])
  })

  test('refuses an address of another site before it is opened', async () => {
    const webhook = slackAddress('https://hooks.slack.com.evil.example', HOOK)
    await expect(scene.connect({ webhook })).rejects.toMatchObject({ message: 'This is not an address of Slack.' })
    expect(scene.exchanges).toEqual([])
  })
})

describe('a message to Slack', () => {
  test('goes from trigger to channel, as Slack publishes it', async () => {
    await connected({ message: '*Tea*: {{Value1}}', link: 'https://tea.example/?a|b', link_text: 'Pots & <pans>' })
    expect(await scene.send('ready')).toBe('done')
    expect(publishedBody(JSON.parse(scene.exchanges.at(-1)?.body ?? ''))).toEqual([])
    expect(lastText()).toBe('*Tea*: ready\n<https://tea.example/?a%7Cb|Pots &amp; &lt;pans&gt;>')
    expect(await scene.shown()).toContain('*Tea*: ready')
  })

  test('never pings a channel that an ingredient names', async () => {
    await connected()
    await scene.send('<!channel> look at <https://tea.example|this>')
    expect(lastText()).toBe('&lt;!channel> look at <https://tea.example|this>')
  })

  test('waits as long as Slack asks, and loses nothing', async () => {
    await connected()
    for (let n = 0; n < 9; n++) await scene.send(`message ${n}`, 10)
    await scene.pass(12_000)
    expect(scene.exchanges.filter(({ status }) => status === 429)).not.toEqual([])
    expect((await scene.shown()).match(/message \d/g)?.toSorted()).toEqual(
      Array.from({ length: 9 }, (_, n) => `message ${n}`),
    )
  })

  test("to an archived channel fails with Slack's words", async () => {
    await connected()
    await turn('archived')
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect([scene.page()?.message, scene.account.isBroken]).toEqual([
      expect.stringContaining('channel_is_archived'),
      false,
    ])
  })
})

test("Slack's own client posts to the double", async () => {
  const webhook = new IncomingWebhook(slackAddress(scene.address, HOOK))
  expect(await webhook.send({ text: 'from the client' })).toEqual({ text: 'ok' })
  expect(await scene.shown()).toContain('from the client')
  await turn('revoked')
  await expect(webhook.send('again')).rejects.toThrow('404')
})
