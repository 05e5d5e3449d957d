import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { at } from '../testing/stored-applet.fixture.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { operator_log } from '../../db/schema/operator.ts'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { dismissReports } from './dismiss-reports.ts'
import { hideAuthor } from './hide-author.ts'
import { aModerationFixture, BACK, DOWN, SPAM, type ModerationFixture } from './moderation.fixture.ts'
import { readModeration } from './read-moderation.ts'
import { reportApplet } from './report-applet.ts'
import { takeDownApplet } from './take-down-applet.ts'

let world: ModerationFixture
beforeEach(async () => {
  world = await aModerationFixture()
})

test('moderation is for operators who proved who they are', async () => {
  const fern = await world.aFern()
  await reportApplet(world.base, at(fern), SPAM)
  const writes: ((ctx: TestCtx) => Promise<unknown>)[] = [
    (ctx) => takeDownApplet(ctx, at(fern), DOWN),
    (ctx) => hideAuthor(ctx, 'mira', DOWN),
    (ctx) => dismissReports(ctx, at(fern)),
  ]
  for (const call of [readModeration, ...writes]) {
    await expect(call(world.ctx as TestCtx)).rejects.toMatchObject({ code: 'not_found' })
  }
  world.base.advance(PROOF_LASTS)
  for (const write of writes) await expect(write(world.operator)).rejects.toMatchObject({ code: 'proof_required' })
  expect(await world.db.select().from(operator_log)).toEqual([])
})

test('each change stays in the log, with before and after', async () => {
  const fern = await world.aFern()
  await reportApplet(world.base, at(fern), SPAM)
  await dismissReports(world.operator, at(fern))
  for (const input of [DOWN, DOWN, BACK, BACK]) await takeDownApplet(world.operator, at(fern), input)
  for (const input of [DOWN, DOWN, BACK, BACK]) await hideAuthor(world.operator, 'mira', input)
  const id = String(fern.id)
  const before = (value: object) => ({ before: JSON.stringify(value) })
  expect(
    await world.db
      .select()
      .from(operator_log)
      .orderBy(sql`rowid`),
  ).toMatchObject([
    { action: 'dismiss_reports', subject: id, ...before({ reports: 1 }) },
    {
      action: 'take_down_applet',
      subject: id,
      ...before({ taken_down: null }),
      after: expect.stringContaining('spam'),
    },
    { action: 'put_back_applet', subject: id, ...before({ taken_down: 'applet' }) },
    { action: 'hide_author', subject: 'mira', ...before({ hidden: false }), outcome: 'done' },
    { action: 'show_author', subject: 'mira', ...before({ hidden: true }) },
  ])
})
