import { expect, test } from 'vitest'
import { requestDeletion } from '../../users/accounts/deletion/request-deletion.ts'
import { undoDeletion } from '../../users/accounts/deletion/undo-deletion.ts'
import { aHook, send } from './send-event.fixture.ts'
import { eventually } from '../../testing/eventually.ts'

test('a hook answers nobody from the press on, until Undo', async () => {
  const { world, hook_url } = await aHook()
  const { ctx, user } = world
  expect((await send(hook_url)).status).toBe(202)
  await requestDeletion(ctx, { name: user.email, take_down: false })
  expect((await send(hook_url)).status).toBe(404)
  await undoDeletion(await ctx.as(user), {})
  await ctx.settled()
  await eventually(async () => expect((await send(hook_url)).status).toBe(202))
})
