import { expect, test } from 'vitest'
import { aPlainApplet, at, anAppletFixture } from '../testing/stored-applet.fixture.ts'
import { readViewer } from '../read/read-applet.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { call } from '../../testing/call-api.ts'
import { giveFeedback } from './give-feedback.ts'
import { readFeedback } from './read-feedback.ts'
import { feedback } from '../../db/schema/feedback.ts'

async function anAppletToRate() {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  return { ...world, applet, rated: async () => (await readViewer(world.ctx, at(applet))).viewer?.rated }
}

test('starts without a record or rating', async () => {
  const { ctx, applet, rated } = await anAppletToRate()
  expect(await readFeedback(ctx, at(applet))).toEqual({ applet_feedback_by_user: null })
  expect(await rated()).toBe(false)
})

// §3-56
test.each([true, false])('counts a partial record with like %s as rated', async (like) => {
  const { ctx, applet, rated } = await anAppletToRate()
  const said = { applet_feedback_by_user: { like, opinion: null, suggestion: null } }
  expect(await giveFeedback(ctx, at(applet), { like })).toEqual(said)
  expect(await readFeedback(ctx, at(applet))).toEqual(said)
  expect(await rated()).toBe(true)
})

test('keeps one record per user and Applet, updating it', async () => {
  const { ctx, db, applet } = await anAppletToRate()
  const say = async (input: Parameters<typeof giveFeedback>[2]) =>
    (await giveFeedback(ctx, at(applet), input)).applet_feedback_by_user
  await say({ like: false })
  ctx.advance(1000)
  const whole = { like: false, opinion: 'too_slow', suggestion: 'Poll more often.' } as const
  expect(await say(whole)).toEqual(whole)
  // A late partial record removes nothing.
  expect(await say({ like: false })).toEqual(whole)
  expect(await say({ like: true })).toEqual({ ...whole, like: true, opinion: null })
  expect(await say({ like: true, suggestion: '' })).toEqual({ like: true, opinion: null, suggestion: null })
  const rows = await db.select().from(feedback)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ created_at: ctx.now() - 1000, updated_at: ctx.now() })
})

test('keeps ratings of users and Applets separate', async () => {
  const world = await anAppletToRate()
  const other = await world.base.as(await aUser(world.db))
  await giveFeedback(other, at(world.applet), { like: true })
  await giveFeedback(world.ctx, at(await aPlainApplet(world)), { like: true })
  expect(await world.rated()).toBe(false)
  expect(await readFeedback(world.ctx, at(world.applet))).toEqual({ applet_feedback_by_user: null })
})

test('reads the feedback in one round trip', async () => {
  const { ctx, applet } = await anAppletToRate()
  await giveFeedback(ctx, at(applet), { like: true })
  expect(await roundTrips(ctx, (counted) => readFeedback(counted, at(applet)))).toBe(1)
})

test('answers 404 for Applets the user may not see', async () => {
  const world = await anAppletToRate()
  const { ctx, base, author, db } = world
  const draft = await aPlainApplet(world, { published_at: null })
  const archived = await aPlainApplet(world, { archived_at: 1 })
  const notFound = { code: 'not_found' }
  for (const ref of [at(draft), at(archived), at({ id: 999 })]) {
    await expect(giveFeedback(ctx, ref, { like: true })).rejects.toMatchObject(notFound)
    await expect(readFeedback(ctx, ref)).rejects.toMatchObject(notFound)
  }
  expect(await db.select().from(feedback)).toEqual([])
  await expect(giveFeedback(await base.as(author), at(draft), { like: true })).resolves.toBeDefined()
})

// §7-55
test('accepts id or friendly_id, trims suggestions, rejects unknown fields', async () => {
  const { db, user, applet } = await anAppletToRate()
  const { token: session } = await signIn(db, user, Date.now())
  const path = `/api/applets/${applet.friendly_id}/feedback`
  const post = (body: unknown) => call('POST', path, { session, body })
  const saved = await post({ like: false, opinion: 'other', suggestion: `  ${'é'.repeat(300)} ` })
  expect(saved.status).toBe(200)
  expect(await (await call('GET', `/api/applets/${applet.id}/feedback`, { session })).json()).toEqual({
    applet_feedback_by_user: { like: false, opinion: 'other', suggestion: 'é'.repeat(255) },
  })
  for (const bad of [
    {},
    { like: 'yes' },
    { like: false, opinion: 'boring' },
    { like: true, opinion: 'other' },
    { like: true, suggestion: 7 },
    { like: true, stars: 5 },
  ]) {
    expect((await post(bad)).status, JSON.stringify(bad)).toBe(422)
  }
  expect((await call('POST', path, { body: { like: true } })).status).toBe(401)
})
