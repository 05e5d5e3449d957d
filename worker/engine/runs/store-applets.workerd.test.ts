import { expect, test } from 'vitest'
import { downloadAccount } from '../../users/accounts/download/download-account.ts'
import { toHookEvent } from '../hooks/hook-event.ts'
import { listNotifications } from '../../messages/notifications/list-notifications.ts'
import { enablementOf } from '../../applets/testing/stored-applet.fixture.ts'
import { aUserOfBuiltIns } from './built-in-applets.fixture.ts'

/** A hook that counts, and an Applet that tells when the counter is at 2. */
async function aCounter() {
  const world = await aUserOfBuiltIns()
  const counting = await world.enable('Count rings', [
    ['webhooks/triggers/web_request'],
    ['store/actions/count', { name: 'rings', by: '1' }],
  ])
  const telling = await world.enable('Tell', [
    ['store/triggers/counter_reaches', { name: 'rings', number: '2' }],
    ['notifications/actions/send', { message: '{{Name}}: {{Value}}' }],
  ])
  const runner = await world.runner()
  const key_hash = (await enablementOf(world, world.user, counting))?.hook_key_hash ?? ''
  const nothing = { query: new URLSearchParams(), headers: new Headers(), body: new ArrayBuffer(0) }
  const ring = async () => runner.accept(await toHookEvent({ kind: 'applet', key_hash }, nothing, world.ctx.now()))
  return { ...world, counting, telling, runner, ring }
}

test('a counter tells when it reaches its number', async () => {
  const { ring, endedRuns, counting, telling, ctx } = await aCounter()
  for (let n = 1; n <= 3; n++) {
    await ring()
    await endedRuns(counting, n)
  }
  const runs = await endedRuns(telling, 1)
  expect(runs.map(({ state }) => state)).toEqual(['done'])
  expect((await listNotifications(ctx, {})).notifications.map(({ text }) => text)).toEqual(['rings: 2'])
})

test('the store is downloaded, and deleted with the Runner', async () => {
  const { ring, endedRuns, counting, runner, ctx } = await aCounter()
  await ring()
  await endedRuns(counting, 1)
  const read = async () => JSON.parse(await new Response((await downloadAccount(ctx)).body).text()).store
  expect(await read()).toEqual([{ name: 'rings', kind: 'value', value: '1', changed_at: expect.any(Number) }])
  await runner.forget()
  expect(await read()).toEqual([])
  expect(await runner.exportStore({ after: 0, limit: 10 })).toEqual([])
})
