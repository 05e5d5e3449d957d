import { expect, test } from 'vitest'
import { call } from '../../testing/call-api.ts'
import { aConnectedAccount, anApplet, anEnablement, aStep, aUser, signIn } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { listConnections } from '../list-connections.ts'
import { readServiceViewer } from './read-service-viewer.ts'
import { aConnectionFixture } from '../testing/connection.fixture.ts'

// §D9-01
test('shows only the accounts of this user at this service', async () => {
  const { ctx, user, base } = await aConnectionFixture()
  const star = await aStep(base.db, 'octoforge', 'trigger', 'star')
  const row = await aStep(base.db, 'sheetly', 'action', 'row')
  await anEnablement(base.db, user, await anApplet(base.db, user, [{ step: star }, { step: row }]))
  await anEnablement(base.db, user, await anApplet(base.db, user, [{ step: row }]))
  await aConnectedAccount(base.db, await aUser(base.db), 'octoforge')
  await aConnectedAccount(base.db, user, 'sheetly')
  const first = await aConnectedAccount(base.db, user, 'octoforge', { status: 'broken' })
  const second = await aConnectedAccount(base.db, user, 'octoforge', { created_at: first.created_at + 1 })
  const { viewer } = await readServiceViewer(ctx, 'octoforge')
  expect(viewer?.connections.map(({ id, status }) => [id, status])).toEqual([
    [first.id, 'broken'],
    [second.id, 'connected'],
  ])
  const listed = (await listConnections(ctx)).filter(({ service }) => service.module_name === 'octoforge')
  expect(viewer?.connections).toEqual(listed)
  expect(listed[0]?.used_by).toHaveLength(1)
  expect(JSON.stringify(viewer)).not.toMatch(/token/)
})

test('a service without an account of the user has an empty list', async () => {
  const { ctx } = await aConnectionFixture()
  expect(await readServiceViewer(ctx, 'octoforge')).toEqual({ viewer: { connections: [] } })
  await expect(readServiceViewer(ctx, 'nothing')).rejects.toMatchObject({ code: 'not_found' })
})

test('a visitor and an ended session have no part of their own', async () => {
  const { base, user } = await aConnectionFixture()
  expect(await readServiceViewer(base, 'octoforge')).toEqual({ viewer: null })
  const ended = await signIn(base.db, user, 0)
  const response = await call('GET', '/api/services/octoforge/viewer', { session: ended.token })
  expect(await response.json()).toEqual({ viewer: null })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('asks D1 once', async () => {
  const { ctx } = await aConnectionFixture()
  expect(await roundTrips(ctx, (asked) => readServiceViewer(asked, 'octoforge'))).toBe(1)
})
