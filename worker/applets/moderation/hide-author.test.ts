import { beforeEach, expect, test } from 'vitest'
import { readAuthor } from '../browse/read-author.ts'
import { aPlainApplet, at } from '../testing/stored-applet.fixture.ts'
import { applets } from '../../db/schema/applets.ts'
import { anEnablement } from '../../testing/rows.ts'
import { hideAuthor } from './hide-author.ts'
import { aModerationFixture, BACK, DOWN, type ModerationFixture } from './moderation.fixture.ts'
import { readModeration } from './read-moderation.ts'
import { takeDownApplet } from './take-down-applet.ts'

let world: ModerationFixture
beforeEach(async () => {
  world = await aModerationFixture()
})

test('hiding an author takes down what others see or use', async () => {
  const fern = await world.aFern()
  const alone = await aPlainApplet(world, { published_at: null })
  const shared = await aPlainApplet(world, { published_at: null })
  const itself = await aPlainApplet(world, { taken_down: 'applet' })
  await anEnablement(world.db, world.user, shared)
  const states = async () =>
    Object.fromEntries((await world.db.select().from(applets)).map((row) => [row.id, row.taken_down]))
  await hideAuthor(world.operator, 'MIRA', DOWN)
  expect(await states()).toEqual({
    [fern.id]: 'author',
    [alone.id]: null,
    [shared.id]: 'author',
    [itself.id]: 'applet',
  })
  await expect(readAuthor(world.base, 'mira')).rejects.toMatchObject({ code: 'not_found' })
  expect((await readModeration(world.operator)).authors).toMatchObject([{ login: 'mira', reason: DOWN.reason }])
  await takeDownApplet(world.operator, at(itself), BACK)
  expect((await states())[itself.id]).toBe('author')
  await hideAuthor(world.operator, 'mira', BACK)
  expect(Object.values(await states())).toEqual([null, null, null, null])
  expect((await readModeration(world.operator)).authors).toEqual([])
  await expect(hideAuthor(world.operator, 'nobody-here', DOWN)).rejects.toMatchObject({ code: 'not_found' })
})
