import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { textOf, aPlainApplet, anAppletFixture, at } from '../../applets/testing/stored-applet.fixture.ts'
import { publishApplet } from '../../applets/publish/publish-applet.ts'
import { readPublication } from '../../applets/publish/read-publication.ts'
import { updateApplet } from '../../applets/publish/update-applet.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { users } from '../../db/schema/accounts.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { joinAccount } from '../accounts/join.ts'
import { joinOptions } from '../accounts/passkeys/join-with-passkey.ts'
import { changeLogin } from '../accounts/settings/change-login.ts'

const RESERVED = {
  code: 'invalid_input',
  status: 422,
  detail: { errors: [{ attribute: 'login', message: SENTENCES.login_reserved }] },
}
const EVE = { email: 'eve@example.test', password: 'plum orbit velvet canoe', login: 'Supp0rt' }

test('nobody joins under a reserved user name', async () => {
  const ctx = await testCtx()
  await expect(joinAccount(ctx, EVE)).rejects.toMatchObject(RESERVED)
  await expect(joinOptions(ctx, { email: EVE.email, login: 'switchyard' }, 'browser')).rejects.toMatchObject(RESERVED)
  expect(await ctx.db.select().from(users)).toEqual([])
})

test('nobody renames themselves to a reserved user name', async () => {
  const ctx = await testCtx()
  const eve = await ctx.as(await aUser(ctx.db, { login: 'eve' }))
  await expect(changeLogin(eve, { login: 'The-Admin-Team' })).rejects.toMatchObject(RESERVED)
})

test('who has a reserved user name keeps it, but publishes nothing', async () => {
  const world = await anAppletFixture()
  await world.db.update(users).set({ login: 'Support' }).where(eq(users.id, world.author.id))
  const ctx = await world.base.as(world.author)
  const draft = await aPlainApplet(world, { published_at: null })
  expect(await changeLogin(ctx, { login: 'Support' })).toEqual({ login: 'Support' })
  expect(await readPublication(ctx, at(draft))).toMatchObject({ login_reserved: true })
  const refused = { code: 'invalid_input', message: SENTENCES.login_reserved_author }
  await expect(publishApplet(ctx, at(draft), textOf(draft))).rejects.toMatchObject(refused)
  const published = await aPlainApplet(world)
  const renamed = updateApplet(ctx, { applet_id: String(published.id), name: 'Another name' })
  await expect(renamed).rejects.toMatchObject(refused)
  await changeLogin(ctx, { login: 'mira' })
  const mira = await world.base.as(world.author)
  expect(await publishApplet(mira, at(draft), textOf(draft))).toMatchObject({ published: true })
})
