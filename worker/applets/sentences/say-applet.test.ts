import { expect, test } from 'vitest'
import type { AppletDocument, ServiceStep } from '../../contract/applets/applet-document.ts'
import { conditionsToCode } from '../../contract/drafts/conditions-code.ts'
import { plainText } from '../../contract/shared/said-part.ts'
import { sealSecret } from '../../system/secrets/field-secret.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { anAppletFixture, anAppletWithField, at } from '../testing/stored-applet.fixture.ts'
import { saveApplet } from '../enable/save-applet.ts'
import { readApplet } from '../read/read-applet.ts'
import { accountInSlot, sayApplet, type UserPart } from './say-applet.ts'

const NOBODY: UserPart = { fields: null, labels: {}, accountOf: () => null, timezone: 'Europe/Lisbon' }

function aStep<Kind extends ServiceStep['kind']>(
  id: number,
  kind: Kind,
  address: string,
  given: Partial<ServiceStep> = {},
) {
  const [module_name = '', slug = ''] = address.split('/')
  const none = { needs_account: false, account_slot: 0, feature: null, fields: {}, user_fields: {} }
  return { ...none, ...given, id, kind, module_name, slug }
}

async function said(steps: AppletDocument['steps'], own: Partial<UserPart> = {}): Promise<string[]> {
  const ctx = await testCtx()
  return (await sayApplet(ctx, { steps }, { ...NOBODY, ...own })).map(({ parts }) => plainText(parts))
}

const HOOK = aStep(0, 'trigger', 'webhooks/web_request', { fields: { event: '', sender: '', secret: '' } })

test('each step is a sentence with what it is set to', async () => {
  const filter_name = 'Webhooks.webRequest.JsonPayload'
  const conditions = [{ ingredient: filter_name, operator: 'contains' as const, value: 'invoice' }]
  const code = conditionsToCode({ kind: 'form', match: 'all', conditions }, { actions: ['Zulip.x'], ingredients: [] })
  const fields = { channel: 'general', topic: 'News', message: 'Got {{JsonPayload}}' }
  const steps: AppletDocument['steps'] = [
    HOOK,
    aStep(1, 'query', 'github/open_issues', { fields: { repository: 'ada/loom' } }),
    { id: -1, kind: 'filter', code, compiled: null },
    { id: -2, kind: 'wait', seconds: 120 },
    aStep(2, 'action', 'zulip/send_channel_message', { needs_account: true, account_slot: 1, fields }),
    aStep(3, 'action', 'notifications/send', { fields: { message: '{{GitHub.openIssues.Title}} on {{Now}}' } }),
  ]
  const accounts = ['ada', 'piotr'].map((account_name) => ({ module_name: 'zulip', account_name }))
  expect(await said(steps, { accountOf: accountInSlot(accounts) })).toEqual([
    'A web request arrives',
    'The open issues in ada/loom',
    'Only if JSON payload contains “invoice”',
    '2 minutes',
    'Send a message to the chosen channel about News as piotr: “Got JSON payload”',
    'Send a notification: “Title on Now”',
  ])
})

test('a live choice is said by the label that its author saw', async () => {
  const fields = { channel: '42', topic: 'News', message: 'Hi' }
  const step = aStep(2, 'action', 'zulip/send_channel_message', { fields, labels: { 'channel=42': '#general' } })
  expect(await said([step])).toEqual(['Send a message to #general about News: “Hi”'])
})

test('a live choice is said by the label that its user saw', async () => {
  const given = { fields: { topic: 'News', message: 'Hi' }, user_fields: { channel: null } }
  const step = aStep(2, 'action', 'zulip/send_channel_message', given)
  const own = { fields: { '2.channel': '42' }, labels: { '2.channel=42': '#general', '2.channel=43': '#random' } }
  expect(await said([step], own)).toEqual(['Send a message to #general about News: “Hi”'])
})

test('a user sees what they set, an absent value as its default', async () => {
  const feed = aStep(0, 'trigger', 'feeds/new_item', { user_fields: { feed_url: null } })
  const time = aStep(0, 'trigger', 'schedule/every_day', { user_fields: { time: '07:30' } })
  expect(await said([feed])).toEqual(['A new item appears in your feed address'])
  expect(await said([feed], { fields: { '0.feed_url': 'https://a.test/feed' } })).toEqual([
    'A new item appears in the feed a.test/feed',
  ])
  expect(await said([time], { fields: {} })).toEqual(['Every day at 7:30 AM, Europe/Lisbon'])
})

test('no sentence has a secret', async () => {
  const { settings } = await testCtx()
  const sealed = await sealSecret(settings.TOKEN_KEYS, 'usr', 'hunter2')
  const fields = { url: 'https://hooks.slack.com/services/T0/B0/abcdefghijklmnop', method: 'POST', body: sealed }
  const [words = ''] = await said([
    aStep(1, 'action', 'webhooks/make_request', { fields: { ...fields, secret_header: sealed } }),
  ])
  expect(words).toBe('Make a web request to hooks.slack.com, body: a secret, secret header: a secret')
})

test('the second of the same query has a name of its own', async () => {
  const conditions = [{ ingredient: 'Schedule.now2.Time', operator: 'is' as const, value: '07:30' }]
  const code = conditionsToCode({ kind: 'form', match: 'all', conditions }, { actions: [], ingredients: [] })
  const steps = [aStep(1, 'query', 'schedule/now'), aStep(2, 'query', 'schedule/now')]
  expect((await said([HOOK, ...steps, { id: -1, kind: 'filter', code, compiled: null }])).at(-1)).toBe(
    'Only if Time of day is “07:30”',
  )
})

test('a step that is gone is its name in words', async () => {
  expect(await said([aStep(1, 'action', 'acme/open_box', { fields: { box: '7' } })])).toEqual(['Open box'])
})

test('who has an Applet sees what it does, nobody else', async () => {
  const fixture = await anAppletFixture()
  const applet = await anAppletWithField(fixture)
  expect((await readApplet(fixture.ctx, at(applet))).applet).toMatchObject({ said: [] })
  await saveApplet(fixture.ctx, at(applet), { fields: { '0.url': 'https://a.test/feed' } })
  const { applet: own } = await readApplet(fixture.ctx, at(applet))
  expect('said' in own && own.said.map(({ id }) => id)).toEqual([0, 1])
  expect((await readApplet(fixture.base, at(applet))).applet).not.toHaveProperty('said')
})
