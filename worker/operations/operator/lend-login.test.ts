import { expect, test } from 'vitest'
import { aPlainApplet, anAppletFixture, at, textOf } from '../../applets/testing/stored-applet.fixture.ts'
import { publishApplet } from '../../applets/publish/publish-applet.ts'
import { lent_logins, operator_log } from '../../db/schema/operator.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { aUser } from '../../testing/rows.ts'
import { changeLogin } from '../../users/accounts/settings/change-login.ts'
import { changeLentLogin } from './lend-login.ts'
import { readOperatorOverview } from './read-operator-overview.ts'

async function aWorld() {
  const world = await anAppletFixture()
  const operator = await aUser(world.db, { login: 'olga' })
  const base = { ...world.base, settings: { ...world.base.settings, OPERATORS: [operator.id] } }
  return { ...world, operator: { ...(await world.base.as(operator)), settings: base.settings } }
}

test("a lent user name is its borrower's to take and publish under", async () => {
  const { operator, author, base, db, ...world } = await aWorld()
  const [site, eve] = [await base.as(author), await base.as(await aUser(db))]
  await expect(changeLogin(site, { login: 'Switchyard' })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await changeLentLogin(operator, 'Switchyard', { to: author.login.toUpperCase() })).toEqual({
    to: author.login.toUpperCase(),
  })
  await expect(changeLogin(eve, { login: 'switchyard' })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await changeLogin(site, { login: 'Switchyard' })).toEqual({ login: 'Switchyard' })
  const draft = await aPlainApplet({ ...world, author, base, db }, { published_at: null })
  const named = await base.as(author)
  expect(await publishApplet(named, at(draft), textOf(draft))).toMatchObject({ published: true, author: 'Switchyard' })
  await changeLentLogin(operator, 'switchyard', { to: null })
  const another = await aPlainApplet({ ...world, author, base, db }, { published_at: null })
  await expect(publishApplet(named, at(another), textOf(another))).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await db.select().from(operator_log)).toMatchObject([
    { action: 'lend_login', subject: 'switchyard', before: '{"to":null}' },
    { action: 'take_login_back', subject: 'switchyard', after: '{"to":null}' },
  ])
})

test('operators lend only reserved names, each to one user', async () => {
  const { operator, author, base, db } = await aWorld()
  const other = await aUser(db)
  const lend = (login: string, to: string | null) => changeLentLogin(operator, login, { to })
  await expect(lend('ada', author.login)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(lend('support', 'nobody-here')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(lend('support', null)).rejects.toMatchObject({ code: 'not_found' })
  await lend('support', author.login)
  await lend('support', author.login)
  const { logins } = await readOperatorOverview(operator)
  expect(logins).toEqual([{ login: 'support', to: author.login, lent_at: operator.now() }])
  await expect(lend('support', other.login)).rejects.toMatchObject({
    code: 'login_taken',
    message: SENTENCES.login_lent,
  })
  expect(await db.select().from(lent_logins)).toHaveLength(1)
  expect(await db.select().from(operator_log)).toHaveLength(1)
  const visitor = { ...(await base.as(other)), settings: operator.settings }
  await expect(changeLentLogin(visitor, 'support', { to: null })).rejects.toMatchObject({ code: 'not_found' })
  const late = { ...operator, realNow: () => operator.realNow() + PROOF_LASTS }
  await expect(changeLentLogin(late, 'support', { to: null })).rejects.toMatchObject({ code: 'proof_required' })
})
