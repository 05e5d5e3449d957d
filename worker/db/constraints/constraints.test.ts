import { expect, test } from 'vitest'
import { prices } from '../schema/billing.ts'
import { feedback } from '../schema/feedback.ts'
import { anApplet, aService, aStep, aSubscription, aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'

/** The rows that the tables refuse, regardless of the code above them. */

const PLAN = {
  id: 'plan_1',
  plan_id: 'pro',
  tier: 'pro' as const,
  product_id: 'prod_pro',
  amount: 999,
  interval: 'month' as const,
}

test('stores a plan for more than a buyer may choose', async () => {
  const { db } = await testCtx()
  await expect(db.insert(prices).values({ ...PLAN, interval: 'year', amount: 19_999 })).resolves.toBeDefined()
})

test('stores a subscription at any price in whole cents', async () => {
  const { db } = await testCtx()
  for (const price_in_cents of [-1, 1.5]) {
    await expect(aSubscription(db, await aUser(db), { tier: 'pro', price_in_cents })).rejects.toThrow()
  }
  for (const price_in_cents of [0, 20_000]) {
    await expect(aSubscription(db, await aUser(db), { tier: 'pro', price_in_cents })).resolves.toBeDefined()
  }
})

// §1-02
test('an Applet has one trigger and any number of actions', async () => {
  const { db } = await testCtx()
  await aService(db, { module_name: 'github' })
  const steps = await Promise.all(
    (['trigger', 'trigger', 'action', 'action'] as const).map((kind, n) => aStep(db, 'github', kind, `${kind}_${n}`)),
  )
  const [first, second, ...actions] = steps.map((step) => ({ step }))
  const author = await aUser(db)
  await expect(anApplet(db, author, [first!, ...actions])).resolves.toBeDefined()
  await expect(anApplet(db, author, [first!, second!])).rejects.toThrow()
})

test('each feature of a connection has one trigger', async () => {
  const { db } = await testCtx()
  await aService(db, { module_name: 'home_assistant' })
  const [first, second] = [
    await aStep(db, 'home_assistant', 'trigger', 'state_changed'),
    await aStep(db, 'home_assistant', 'trigger', 'state_above'),
  ]
  const author = await aUser(db)
  const at = (step: { id: string }, feature: string | null) => ({ step, feature })
  await expect(anApplet(db, author, [at(first, 'presence'), at(second, 'lights')])).resolves.toBeDefined()
  await expect(anApplet(db, author, [at(first, 'presence'), at(second, 'presence')])).rejects.toThrow()
  await expect(anApplet(db, author, [at(first, null), at(second, null)])).rejects.toThrow()
})

test('a user has at most one live subscription', async () => {
  const { db } = await testCtx()
  const user = await aUser(db)
  await aSubscription(db, user, { tier: 'pro', status: 'canceled' })
  await aSubscription(db, user, { tier: 'intermediate_pro', status: 'past_due' })
  await expect(aSubscription(db, user, { tier: 'pro', status: 'incomplete' })).rejects.toThrow()
})

const OPINIONS = ['not_useful', 'too_slow', 'unexpected', 'other'] as const

// §3-56
test('feedback holds a like, an opinion and a suggestion', async () => {
  const { db } = await testCtx()
  const author = await aUser(db)
  const applet = await anApplet(db, author, [])
  const times = { created_at: 1, updated_at: 1 }
  for (const [index, opinion] of OPINIONS.entries()) {
    const user = await aUser(db)
    const row = { id: `fb_${index}`, user_id: user.id, applet_id: applet.id, ...times }
    await expect(db.insert(feedback).values({ ...row, like: true, opinion })).rejects.toThrow()
    await db.insert(feedback).values({ ...row, like: false, opinion, suggestion: 'Make it faster.' })
  }
  const rows = await db.select().from(feedback)
  expect(rows.map(({ like, opinion, suggestion }) => [like, opinion, suggestion])).toEqual(
    OPINIONS.map((opinion) => [false, opinion, 'Make it faster.']),
  )
  const bad = `insert into feedback (id, user_id, applet_id, "like", opinion, created_at, updated_at)
    values ('fb_x', '${author.id}', ${applet.id}, 0, 'boring', 1, 1)`
  await expect(db.run(bad)).rejects.toThrow()
  await expect(db.run(bad.replace("'boring'", "'other'"))).resolves.toBeDefined()
})
