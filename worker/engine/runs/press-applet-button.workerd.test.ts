import { expect, test } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { at } from '../../applets/testing/stored-applet.fixture.ts'
import { listNotifications } from '../../messages/notifications/list-notifications.ts'
import { call } from '../../testing/call-api.ts'
import { formSession, postForm } from '../../testing/post-form.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { aUserOfBuiltIns } from './built-in-applets.fixture.ts'
import { pressButton } from './press-applet-button.ts'

async function aButton() {
  const world = await aUserOfBuiltIns()
  const applet = await world.enable('Coffee', [
    ['button/triggers/pressed'],
    ['notifications/actions/send', { message: 'Pressed at {{PressedAt}}' }],
  ])
  const press = (name: string) => pressButton(world.ctx, at(applet), { press: name })
  return { ...world, applet, press }
}

test('a press runs the Applet', async () => {
  const { press, applet, endedRuns, ctx } = await aButton()
  const { run } = await press('press-0001')
  // Its time is not told a second time, as an event that a person could not read.
  expect(await endedRuns(applet, 1)).toMatchObject([{ id: run, state: 'done', message: null }])
  const { notifications } = await listNotifications(ctx, {})
  expect(notifications.map(({ text }) => text)).toEqual([expect.stringMatching(/^Pressed at 2026-/)])
})

test('the same press, sent again, runs once', async () => {
  const { press, applet, endedRuns } = await aButton()
  const [first, again] = [await press('press-0001'), await press('press-0001')]
  expect(again).toEqual(first)
  expect((await press('press-0002')).run).not.toBe(first.run)
  expect(await endedRuns(applet, 2)).toHaveLength(2)
})

test('more presses than the plan allows a minute wait their turn', async () => {
  const { press, runner } = await aButton()
  for (let n = 0; n < 12; n++) await press(`press-00${n}`)
  const { runs } = await (await runner()).listRuns({ limit: 50 })
  expect(runs.filter(({ state }) => state === 'held')).toHaveLength(2)
})

test('only who has it on may press', async () => {
  const { press, applet, base, ctx, db, enable } = await aButton()
  await expect(pressButton(base, at(applet), { press: 'press-0001' })).rejects.toMatchObject({ code: 'not_signed_in' })
  const other = await base.as(await aUser(db))
  await expect(pressButton(other, at(applet), { press: 'press-0001' })).rejects.toMatchObject({ code: 'not_found' })
  const hook = await enable('Hook', [['webhooks/triggers/web_request'], ['notifications/actions/send']])
  await expect(pressButton(ctx, at(hook), { press: 'press-0001' })).rejects.toMatchObject({ code: 'conflict' })
  await disableApplet(ctx, at(applet))
  await expect(press('press-0001')).rejects.toMatchObject({ code: 'conflict' })
})

test.each(['', 'short', 'x'.repeat(65), 'with space'])('refuses %j as the name of a press', async (press) => {
  const { applet, db, user } = await aButton()
  const { token } = await signIn(db, user, Date.now())
  const response = await call('POST', `/api/applets/${applet.id}/press`, { session: token, body: { press } })
  expect(response.status).toBe(422)
})

test('a form presses without script, once, and needs its token', async () => {
  const { applet, db, user, endedRuns } = await aButton()
  const { session, csrf_token } = await formSession(db, user)
  const path = `/applets/${applet.id}/press`
  const post = (fields: Record<string, string>) => postForm(path, { press: 'press-0001', ...fields }, { session })
  expect((await post({ csrf_token: 'wrong' })).status).toBe(403)
  const first = await post({ csrf_token })
  const again = await post({ csrf_token })
  const [run] = await endedRuns(applet, 1)
  for (const response of [first, again]) {
    expect([response.status, response.headers.get('location')]).toEqual([303, `${path}?run=${run?.id}`])
  }
  const signedOut = await postForm(path, { press: 'press-0001' })
  expect(signedOut.headers.get('location')).toContain('/session/reset')
})
