import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '../../../contract/shared/durations.ts'
import { runners } from '../../../db/schema/runners.ts'
import { ensureRunner } from '../../../engine/runner-sync/sync-runner.ts'
import { readSnapshot } from '../../../engine/runner-sync/read-snapshot.ts'
import { anOwner, deleteAccount, passSevenDays } from './deleted-account.fixture.ts'

test('a deleted Runner is never made again', async () => {
  const world = await anOwner()
  const { ctx, user } = world
  const id = await ensureRunner(ctx, user.id)
  const late = await readSnapshot(ctx, user.id)
  if (!late) throw new Error('There is no snapshot.')
  await ctx.runners.get(id).sync(late.snapshot)
  expect((await ctx.runners.get(id).health([world.published.id])).length).toBe(1)
  await deleteAccount(world)
  await passSevenDays(world)
  expect((await ctx.db.select().from(runners).where(eq(runners.user_id, user.id)))[0]?.deleted_at).not.toBeNull()
  const later = { ...late.snapshot, wanted: late.snapshot.wanted + DAY }
  await ctx.runners.get(id).sync(later)
  await ctx.runners.get(id).wake()
  expect(await ctx.runners.get(id).health([world.published.id])).toEqual([])
  await expect(ensureRunner(ctx, user.id)).rejects.toThrow('no Runner')
})
