import { beforeEach, expect, test } from 'vitest'
import { at } from '../testing/stored-applet.fixture.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { takedown_mails } from '../../db/schema/moderation.ts'
import { hideAuthor } from './hide-author.ts'
import { moderate } from './moderate.ts'
import { aModerationFixture, BACK, DOWN, type ModerationFixture } from './moderation.fixture.ts'
import { takeDownApplet } from './take-down-applet.ts'

let world: ModerationFixture
beforeEach(async () => {
  world = await aModerationFixture()
})

test('the author is mailed the reason and where to appeal, once', async () => {
  const fern = await world.aFern()
  await takeDownApplet(world.operator, at(fern), DOWN)
  await takeDownApplet(world.operator, at(fern), DOWN)
  await world.minute()
  await world.minute()
  expect(world.base.mails()).toMatchObject([{ template: 'taken_down', to: world.author.email }])
  const [{ text } = { text: '' }] = world.base.mails()
  expect(text).toContain('“Fern”')
  expect(text).toContain(DOWN.reason)
  expect(text).toContain(world.base.settings.SUPPORT_URL)
  await hideAuthor(world.operator, 'mira', { ...DOWN, reason: 'All of it.' })
  await world.minute()
  expect(world.base.mails()[1]).toMatchObject({ text: expect.stringContaining('all your Applets') })
})

test('the author is mailed that an Applet is back, once', async () => {
  const fern = await world.aFern()
  await takeDownApplet(world.operator, at(fern), DOWN)
  await takeDownApplet(world.operator, at(fern), BACK)
  await takeDownApplet(world.operator, at(fern), BACK)
  await world.minute()
  const [, back, ...more] = world.base.mails()
  expect(back).toMatchObject({
    template: 'put_back',
    to: world.author.email,
    subject: 'Your Applet is back on Switchyard',
  })
  expect(back?.text).toContain('“Fern”')
  expect(back?.text).not.toContain('reason')
  expect(more).toEqual([])
})

test('the author is mailed that all Applets are back', async () => {
  await world.aFern()
  await hideAuthor(world.operator, 'mira', DOWN)
  await hideAuthor(world.operator, 'mira', BACK)
  await world.minute()
  expect(world.base.mails()[1]).toMatchObject({ template: 'put_back', text: expect.stringContaining('your Applets') })
})

test('what a hidden author gets back later is not mailed before', async () => {
  const fern = await world.aFern()
  await takeDownApplet(world.operator, at(fern), DOWN)
  await hideAuthor(world.operator, 'mira', DOWN)
  await takeDownApplet(world.operator, at(fern), BACK)
  await world.minute()
  expect(world.base.mails().map(({ template }) => template)).toEqual(['taken_down', 'taken_down'])
})

test('a mail that could not be queued is tried again', async () => {
  const fern = await world.aFern()
  const queue = { send: () => Promise.reject(new Error('The queue is down.')) }
  await takeDownApplet({ ...world.operator, queue }, at(fern), DOWN)
  await moderate({ ...world.base, queue }, world.base.now())
  expect(await world.db.select().from(takedown_mails)).toMatchObject([{ due_at: world.base.now() + 15 * MINUTE }])
  world.base.advance(15 * MINUTE)
  await world.minute()
  expect(world.base.mails()).toHaveLength(1)
  expect(await world.db.select().from(takedown_mails)).toEqual([])
})
