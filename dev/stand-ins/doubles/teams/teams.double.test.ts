import { createRequire } from 'node:module'
import type * as AdaptiveCards from 'adaptivecards'
import { beforeEach, describe, expect, test } from 'vitest'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'
import { TEA_CARD } from '../testing/tea-card.fixture.ts'
import { teamsAddress } from './teams-double.ts'

/** Its modules name each other without endings, which Node does not find; its bundle has them all. */
const { AdaptiveCard, SerializationContext }: typeof AdaptiveCards = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
)
const WORKFLOW = { id: '0123456789abcdef0123456789abcdef', sig: 'S1gnatureOfTheDouble_0123456789abcdefghij' }

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('teams')
})

async function connected(fields: Record<string, string> = { message: '{{Value1}}' }): Promise<void> {
  await scene.connect({ webhook: teamsAddress(scene.address, WORKFLOW) })
  scene.enable({ action: 'post_message', fields })
}

async function turn(state: 'off' | 'deleted'): Promise<void> {
  await scene.press(`${WORKFLOW.id}/${state}`)
}

function lastMessage(): { type: string; attachments: { contentType: string; content: object }[] } {
  return JSON.parse(scene.exchanges.at(-1)?.body ?? '')
}

describe('connecting Teams', () => {
  test.each([
    teamsAddress('https://prod-12.westeurope.logic.azure.com:443', WORKFLOW),
    teamsAddress('https://default1234.5a.environment.api.powerplatform.com/powerautomate/automations/direct', WORKFLOW),
  ])('takes the address %s and posts nothing', async (webhook) => {
    expect(await scene.connect({ webhook })).toEqual({
      ok: true,
      value: { id: WORKFLOW.id, name: 'Workflow …abcdef' },
    })
    expect(scene.exchanges).toEqual([])
  })

  test.each([
    teamsAddress('https://logic.azure.com.evil.example', WORKFLOW),
    teamsAddress('http://prod-12.westeurope.logic.azure.com', WORKFLOW),
    teamsAddress('https://prod-12.westeurope.logic.azure.com:8443', WORKFLOW),
    'https://prod-12.westeurope.logic.azure.com/other',
  ])('refuses %s', async (webhook) => {
    await expect(scene.connect({ webhook })).rejects.toMatchObject({
      message: 'This is not an address of Microsoft Teams.',
    })
  })

  test('refuses an address that was cut', async () => {
    const webhook = teamsAddress(scene.address, WORKFLOW).replace(/&sig=.*/, '')
    await expect(scene.connect({ webhook })).rejects.toMatchObject({
      message: 'A part of this address is missing. Copy all of it.',
      detail: { attribute: 'webhook' },
    })
  })
})

describe('a card to Teams', () => {
  test.each([[TEA_CARD], [{ message: '{{Value1}}' }]])(
    'is one that Microsoft reads without a problem',
    async (fields) => {
      await connected(fields)
      expect(await scene.send('ready')).toBe('done')
      const { type, attachments } = lastMessage()
      expect([type, attachments.map(({ contentType }) => contentType)]).toEqual([
        'message',
        ['application/vnd.microsoft.card.adaptive'],
      ])
      const [sent] = attachments.map(({ content }) => content)
      const [card, reading] = [new AdaptiveCard(), new SerializationContext()]
      card.parse(sent, reading)
      expect([reading.eventCount, card.validateProperties().validationEvents]).toEqual([0, []])
      // Microsoft leaves out the properties that it does not know.
      expect(card.toJSON()).toEqual(sent)
      expect(await scene.shown()).toContain('ready')
    },
  )

  test('is cut to what Teams takes', async () => {
    await connected()
    expect(await scene.send('ü'.repeat(30_000))).toBe('done')
  })

  test('to a workflow that is off fails with its words', async () => {
    await connected()
    await turn('off')
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect(scene.page()?.message).toContain('The trigger is not enabled.')
  })
})
