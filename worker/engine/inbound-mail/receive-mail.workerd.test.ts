import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { readViewer } from '../../applets/read/read-applet.ts'
import { at, enablementOf, eventsOf } from '../../applets/testing/stored-applet.fixture.ts'
import { downloadAccount } from '../../users/accounts/download/download-account.ts'
import type { Ctx } from '../../system/context/context.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { enablements } from '../../db/schema/applets.ts'
import { listNotifications } from '../../messages/notifications/list-notifications.ts'
import { aUserOfBuiltIns } from '../runs/built-in-applets.fixture.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { aUser } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { regenerateAddress } from '../../applets/enable/regenerate-address.ts'
import { receiveMail } from './receive-mail.ts'
import { aMail } from './testing-mail.fixture.ts'

const SOURCE = `From: Mira <mira@example.com>
To: you@example.com
Subject: Saturday
Message-ID: <1@example.com>

Shall we meet at ten?
`
const withHeader = (header: string) => `${header}\n${SOURCE}`
const ADDRESS = /^[a-z2-7]{26}@in\.switchyard\.example$/

async function anInbox() {
  const world = await aUserOfBuiltIns()
  const applet = await world.enable('Mail to phone', [
    ['email/triggers/mail_received'],
    ['notifications/actions/send', { message: '{{FromName}}: {{Subject}}, {{BodyPlain}}' }],
  ])
  const { ctx, base } = world
  const mailAddress = async () => (await readViewer(ctx, at(applet))).viewer?.mail_address
  const shown = await mailAddress()
  const address = shown?.kind === 'shown' ? shown.address : 'none'
  const send = async (source = SOURCE, to = address, size?: number) => {
    const mail = aMail(to, source, size)
    await receiveMail(base, mail)
    return mail.rejected
  }
  const runs = async () => (await (await world.runner()).listRuns({ limit: 50 })).runs
  return { ...world, applet, address, ctx, mailAddress, send, runs }
}

test('a mail to the secret address runs the Applet', async () => {
  const { send, address, applet, endedRuns, ctx } = await anInbox()
  expect(address).toMatch(ADDRESS)
  expect(await send()).toEqual([])
  expect((await endedRuns(applet, 1)).map(({ state }) => state)).toEqual(['done'])
  const { notifications } = await listNotifications(ctx, {})
  expect(notifications.map(({ text }) => text.trim())).toEqual(['Mira: Saturday, Shall we meet at ten?'])
})

test('the same Message-ID runs once, and a mail without one each time', async () => {
  const { send, runs } = await anInbox()
  for (let n = 0; n < 2; n++) await send()
  await send(withHeader('Received: by another way'))
  expect(await runs()).toHaveLength(1)
  const nameless = SOURCE.replace(/Message-ID.*\n/, '')
  for (let n = 0; n < 2; n++) await send(nameless)
  expect(await runs()).toHaveLength(3)
})

test.each(['Auto-Submitted: auto-generated', 'Auto-Submitted: auto-replied (vacation)', 'X-Loop: localhost:8788'])(
  'mail with %s is dropped without an answer',
  async (header) => {
    const { send, runs } = await anInbox()
    expect(await send(withHeader(header))).toEqual([])
    expect(await runs()).toEqual([])
  },
)

test('what people write is taken, also when it says so', async () => {
  const { send, runs } = await anInbox()
  await send(withHeader('Auto-Submitted: no'))
  expect(await runs()).toHaveLength(1)
})

test('addresses that no Applet has are rejected for good', async () => {
  const { send, address, runs, ctx, applet } = await anInbox()
  const [key = ''] = address.split('@')
  const others = [
    'a'.repeat(26) + '@in.switchyard.example',
    `${key}@other.example.com`,
    `${key}x@in.example.com`,
    key,
    '',
  ]
  for (const to of others) expect(await send(SOURCE, to), to).toEqual(['There is no such address.'])
  expect(await send(SOURCE, address.toUpperCase())).toEqual([])
  await disableApplet(ctx, at(applet))
  expect(await send(SOURCE.replace('<1@', '<2@'))).toEqual(['There is no such address.'])
  expect(await runs()).toHaveLength(1)
})

test('a domain that is not set up receives nothing', async () => {
  const { address, base, applet, user } = await anInbox()
  const unset = (ctx: Ctx): Ctx => ({ ...ctx, settings: { ...ctx.settings, IN_DOMAIN: '' } })
  const mail = aMail(address, SOURCE)
  await receiveMail(unset(base), mail)
  expect(mail.rejected).toEqual(['There is no such address.'])
  const { viewer } = await readViewer(unset(await base.as(user)), at(applet))
  expect(viewer?.mail_address).toEqual({ kind: 'not_set_up' })
})

test('a mail above 1 MB is rejected for good', async () => {
  const { send, runs, address } = await anInbox()
  const large = 'This mail is too large: at most 1 MB are read here.'
  expect(await send(SOURCE, address, 1_000_001)).toEqual([large])
  expect(await send(SOURCE + 'x'.repeat(1_000_001), address, 100)).toEqual(['This mail cannot be read.'])
  expect(await runs()).toEqual([])
})

test('a mail with headers beyond reason is rejected for good', async () => {
  const { send, runs } = await anInbox()
  expect(await send(withHeader(`X-Long: ${'x'.repeat(300_000)}`))).toEqual(['This mail cannot be read.'])
  expect(await runs()).toEqual([])
})

test('a mail that cannot be taken now gets a temporary error', async () => {
  const { base, address } = await anInbox()
  const away = {
    ...base.runners,
    get: () => {
      throw new Error('The Runner is away.')
    },
  }
  const mail = aMail(address, SOURCE)
  await expect(receiveMail({ ...base, runners: away }, mail)).rejects.toThrow()
  const full = { ...base.runners.get, acceptMail: async () => ({ kind: 'full', retry_after: 1000 }) as const }
  const busy = { ...base.runners, get: (id: string) => ({ ...base.runners.get(id), ...full }) }
  await expect(receiveMail({ ...base, runners: busy }, aMail(address, SOURCE))).rejects.toThrow('full')
  expect(mail.rejected).toEqual([])
})

test('a mail takes one read of the database', async () => {
  const { base, address, runner } = await anInbox()
  await runner()
  expect(await roundTrips(base, (ctx) => receiveMail(ctx, aMail(address, SOURCE)))).toBe(1)
  expect(await roundTrips(base, (ctx) => receiveMail(ctx, aMail('not-a-key@in.switchyard.example', SOURCE)))).toBe(0)
})

test("no row, log, run or download has the address's key", async () => {
  const { send, address, applet, endedRuns, ctx, db, runner } = await anInbox()
  const lines = listenToLog()
  await send(SOURCE.replace('you@example.com', `You <${address.toUpperCase()}>`) + `Sent to ${address}\n`)
  await endedRuns(applet, 1)
  const [key = ''] = address.split('@')
  const run = JSON.stringify(await endedRuns(applet, 1))
  expect(run).toContain('••••@')
  const file = await new Response((await downloadAccount(ctx)).body).text()
  const runs = JSON.stringify(await (await runner()).exportRuns({ limit: 10 }))
  const rows = JSON.stringify(await db.select().from(enablements))
  for (const text of [run, file, runs, rows, JSON.stringify(lines())]) expect(text.toLowerCase()).not.toContain(key)
})

test('a new address ends the old one at once', async () => {
  const { send, address, applet, ctx, mailAddress, runs, ...world } = await anInbox()
  const { mail_address } = await regenerateAddress(ctx, at(applet), 'mail_address')
  expect(mail_address).toEqual({ kind: 'shown', address: expect.stringMatching(ADDRESS) })
  expect(mail_address).not.toEqual({ kind: 'shown', address })
  expect(await mailAddress()).toEqual(mail_address)
  expect(await send()).toEqual(['There is no such address.'])
  expect(await eventsOf(world, applet)).toEqual(['enabled', 'mail_address_changed'])
  expect(await runs()).toEqual([])
})

test('a new address needs a fresh proof, seeing it needs none', async () => {
  const { applet, ctx, mailAddress, address } = await anInbox()
  ctx.advance(PROOF_LASTS + 1)
  expect(await mailAddress()).toEqual({ kind: 'shown', address })
  await expect(regenerateAddress(ctx, at(applet), 'mail_address')).rejects.toMatchObject({ code: 'proof_required' })
})

test('only who has it on has an address', async () => {
  const { applet, base, db, ctx, enable } = await anInbox()
  const other = await base.as(await aUser(db))
  await expect(regenerateAddress(base, at(applet), 'mail_address')).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(regenerateAddress(other, at(applet), 'mail_address')).rejects.toMatchObject({ code: 'conflict' })
  const hook = await enable('Hook', [['webhooks/triggers/web_request'], ['notifications/actions/send']])
  await expect(regenerateAddress(ctx, at(hook), 'mail_address')).rejects.toMatchObject({ code: 'not_found' })
})

test('an Applet keeps its address while it is off', async () => {
  const { applet, ctx, mailAddress, enable: _enable, ...world } = await anInbox()
  const before = await mailAddress()
  await disableApplet(ctx, at(applet))
  expect(await mailAddress()).toBeNull()
  expect((await enablementOf(world, world.user, applet))?.mail_key_hash).not.toBeNull()
  expect(before?.kind).toBe('shown')
})
