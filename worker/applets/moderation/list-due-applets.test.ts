import { beforeEach, expect, test } from 'vitest'
import { publishApplet } from '../publish/publish-applet.ts'
import { readApplet } from '../read/read-applet.ts'
import { at, textOf } from '../testing/stored-applet.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { aModerationFixture, EVERYWHERE, listedAt, type ModerationFixture } from './moderation.fixture.ts'

let world: ModerationFixture
beforeEach(async () => {
  world = await aModerationFixture()
})

test("a new author's Applet enters all lists after 24 hours", async () => {
  const fern = await world.aFern({ published_at: null })
  const author = await world.base.as(world.author)
  await publishApplet(author, at(fern), textOf(fern))
  await world.minute()
  expect(await listedAt(world, fern)).toEqual(['author'])
  expect((await readApplet(world.base, at(fern))).applet).toMatchObject({ published: true, listed: false })
  world.base.advance(DAY - 1)
  await world.minute()
  expect(await listedAt(world, fern)).toEqual(['author'])
  world.base.advance(1)
  await world.minute()
  expect(await listedAt(world, fern)).toEqual(EVERYWHERE)
  expect((await readApplet(world.base, at(fern))).applet).toMatchObject({ listed: true })
})
