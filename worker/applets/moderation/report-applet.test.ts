import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPlainApplet, at } from '../testing/stored-applet.fixture.ts'
import { reportInput, takeDownInput } from '../../contract/moderation/moderation-input.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { applets } from '../../db/schema/applets.ts'
import { applet_reports } from '../../db/schema/moderation.ts'
import { parseInput } from '../../system/http/validate.ts'
import { dismissReports } from './dismiss-reports.ts'
import { aModerationFixture, DOWN, SPAM, type ModerationFixture } from './moderation.fixture.ts'
import { readModeration } from './read-moderation.ts'
import { reportApplet } from './report-applet.ts'
import { takeDownApplet } from './take-down-applet.ts'

let world: ModerationFixture
beforeEach(async () => {
  world = await aModerationFixture()
})

test('visitors and users report a published Applet', async () => {
  const fern = await world.aFern()
  await reportApplet(world.base, at(fern), SPAM)
  await reportApplet(world.ctx, at(fern), { reason: 'other', text: '' })
  const [reported] = (await readModeration(world.operator)).applets
  expect(reported).toMatchObject({ id: fern.id, name: 'Fern', author: 'mira', taken_down: null })
  expect(reported?.reports.map(({ reason }) => reason).toSorted()).toEqual(['other', 'spam'])
  const stored = JSON.stringify(await world.db.select().from(applet_reports))
  expect(stored).not.toContain(world.user.id)
  expect(stored).not.toContain('192.0.2.1')
})

test('one reporter has one report of an Applet', async () => {
  const fern = await world.aFern()
  await reportApplet(world.base, at(fern), SPAM)
  await reportApplet(world.base, at(fern), { reason: 'rights', text: 'My name.' })
  expect(await world.db.select().from(applet_reports)).toMatchObject([{ reason: 'rights', text: 'My name.' }])
  await dismissReports(world.operator, at(fern))
  await reportApplet(world.base, at(fern), SPAM)
  expect((await readModeration(world.operator)).applets).toEqual([])
})

test('a network sends at most 20 reports an hour', async () => {
  const ids: number[] = []
  for (let n = 0; n < 21; n++) ids.push((await aPlainApplet(world)).id)
  for (const id of ids.slice(1)) await reportApplet(world.base, at({ id }), SPAM)
  await expect(reportApplet(world.base, at({ id: ids[0] ?? 0 }), SPAM)).rejects.toMatchObject({ code: 'rate_limited' })
  world.base.advance(HOUR)
  await reportApplet(world.base, at({ id: ids[0] ?? 0 }), SPAM)
})

test('drafts and what is taken down cannot be reported', async () => {
  const draft = await aPlainApplet(world, { published_at: null })
  const author = await world.base.as(world.author)
  for (const ctx of [world.base, author])
    await expect(reportApplet(ctx, at(draft), SPAM)).rejects.toMatchObject({ code: 'not_found' })
  const gone = await aPlainApplet(world, { taken_down: 'applet' })
  for (const ctx of [world.base, author])
    await expect(reportApplet(ctx, at(gone), SPAM)).rejects.toMatchObject({ code: 'taken_down' })
})

test('taking down closes the reports of the Applet', async () => {
  const fern = await world.aFern()
  await reportApplet(world.base, at(fern), SPAM)
  await takeDownApplet(world.operator, at(fern), DOWN)
  expect(await world.db.select().from(applet_reports)).toMatchObject([{ closed_at: world.base.now() }])
  expect((await readModeration(world.operator)).applets).toMatchObject([
    { id: fern.id, taken_down: 'applet', reports: [] },
  ])
  await expect(dismissReports(world.operator, at(fern))).rejects.toMatchObject({ code: 'not_found' })
  await world.db.delete(applets).where(eq(applets.id, fern.id))
  expect(await world.db.select().from(applet_reports)).toEqual([])
})

test('what people write to operators and authors is shown as it stands', () => {
  const hostile = 'See\u0000 this\u202Etxt.exe\ud800\r\nand that\u2066 line'
  const shown = 'See thistxt.exe\nand that line'
  expect(parseInput(reportInput, { reason: 'spam', text: hostile })).toMatchObject({ text: shown })
  expect(parseInput(takeDownInput, { taken_down: true, reason: hostile })).toMatchObject({ reason: shown })
  for (const reason of ['\u3164', '\u202e \u200b', '\u0000'])
    expect(() => parseInput(takeDownInput, { taken_down: true, reason })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
})
