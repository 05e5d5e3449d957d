import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { users } from '../../db/schema/accounts.ts'
import { anApplet } from '../../testing/rows.ts'
import { makeMakerKey, readMakerKey, revealMakerKey } from './maker-key.ts'
import { send, withoutRunner } from './send-event.fixture.ts'

const SITE = 'http://localhost:8788'

/** Two Applets that wait for the event "door" and one that waits for "bell". */
async function aMaker() {
  const world = await anAppletFixture()
  const { hook, notify } = world.steps
  for (const event of ['door', 'door', 'bell']) {
    const steps = [{ step: hook, fields: { event } }, { step: notify }]
    const applet = await anApplet(world.db, world.author, steps)
    if (event === 'door') await enableApplet(world.ctx, { id: applet.id })
  }
  const { maker_key } = await makeMakerKey(world.ctx)
  await world.base.settled()
  return { world, key: maker_key?.key ?? '', url: maker_key?.url ?? '' }
}

test('an event starts every enabled Applet with its name', async () => {
  const { key, url } = await aMaker()
  expect(url).toBe(`${SITE}/trigger/{event}/with/key/${key}`)
  for (const method of ['GET', 'POST']) {
    const response = await send(`${SITE}/trigger/door/with/key/${key}?value1=open`, { method })
    expect([response.status, await response.text()]).toEqual([200, 'The event door was received.'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  }
  const body = '{"anything":[1]}'
  expect((await send(`${SITE}/trigger/door/json/with/key/${key}`, { body })).status).toBe(200)
  expect((await send(`${SITE}/trigger/bell/with/key/${key}`)).status).toBe(404)
  expect((await send(`${SITE}/hooks/${key}`)).status).toBe(404)
})

test('answers 503 while the Runner is away', async () => {
  const { key } = await aMaker()
  expect((await send(`${SITE}/trigger/door/with/key/${key}`, { bindings: withoutRunner() })).status).toBe(503)
})

test('a new key ends the old one', async () => {
  const { world, key } = await aMaker()
  expect((await readMakerKey(world.ctx)).maker_key).toMatchObject({ key })
  const { maker_key } = await makeMakerKey(world.ctx)
  expect((await send(`${SITE}/trigger/door/with/key/${key}`)).status).toBe(404)
  expect((await send(`${SITE}/trigger/door/with/key/${maker_key?.key}`)).status).toBe(200)
  const [row] = await world.db.select().from(users).where(eq(users.id, world.user.id))
  expect(JSON.stringify(row)).not.toContain(maker_key?.key)
})

test('the key is hidden until a fresh proof', async () => {
  const { ctx, base, user } = await anAppletFixture()
  const { maker_key } = await makeMakerKey(ctx)
  const stale = { ...ctx, realNow: () => ctx.realNow() + PROOF_LASTS }
  expect(await readMakerKey(stale)).toEqual({ maker_key: null, hidden: true })
  await expect(revealMakerKey(stale)).rejects.toMatchObject({ code: 'proof_required' })
  expect(await revealMakerKey(await base.as(user))).toEqual({ maker_key, hidden: false })
})

test('making a key needs no Applet', async () => {
  const { ctx, base } = await anAppletFixture()
  expect(await readMakerKey(ctx)).toEqual({ maker_key: null, hidden: false })
  const { maker_key } = await makeMakerKey(ctx)
  expect(await readMakerKey(ctx)).toEqual({ maker_key, hidden: false })
  await expect(readMakerKey(base)).rejects.toMatchObject({ code: 'not_signed_in' })
})
