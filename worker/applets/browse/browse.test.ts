import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { step_ingredients } from '../../db/schema/connections.ts'
import { switchKey } from '../../services/service-switch.ts'
import { anApplet, aService } from '../../testing/rows.ts'
import { listServices, readHome, readService, readStep } from './browse.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { anAppletWithServices, aPlainApplet, anAppletFixture } from '../testing/stored-applet.fixture.ts'

// §3-35
test('shows popular services and the most used published Applets', async () => {
  const world = await anAppletFixture()
  await aService(world.db, { module_name: 'hidden', published: false, popularity: 99 })
  const few = await aPlainApplet(world, { enabled_count: 1 })
  const many = await anAppletWithServices(world, { enabled_count: 9 })
  await aPlainApplet(world, { published_at: null, enabled_count: 99 })
  await aPlainApplet(world, { archived_at: 1, enabled_count: 99 })
  const { services, applets } = await readHome(world.base)
  expect(services.slice(0, 2).map(({ module_name }) => module_name)).toEqual(['google_sheets', 'github'])
  expect(services.some(({ module_name }) => module_name === 'hidden')).toBe(false)
  expect(applets.map(({ id }) => id)).toEqual([many.id, few.id])
  expect(applets[0]).toEqual({
    id: many.id,
    friendly_id: many.friendly_id,
    name: many.name,
    brand_color: '#225588',
    brand: { background: '#225588', tone: 'white' },
    config_type: 'static',
    author: 'mira',
    enabled_count: 9,
    services: [
      { module_name: 'github', name: 'GitHub', monochrome_image_url: '/icons/services/github.svg' },
      {
        module_name: 'google_sheets',
        name: 'Google Sheets',
        monochrome_image_url: '/icons/services/google_sheets.svg',
      },
    ],
  })
})

test("shows a service's steps and the Applets using it", async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  await aPlainApplet(world)
  const { service, steps, applets } = await readService(world.base, 'google_sheets')
  expect(service).toMatchObject({ module_name: 'google_sheets', connect_kind: 'oauth2' })
  expect(service).not.toHaveProperty('token_url')
  expect(steps).toEqual([
    {
      kind: 'action',
      slug: 'add_row',
      name: 'add_row',
      description: expect.any(String),
      module_name: 'google_sheets',
      phrase: 'add a row to a spreadsheet',
    },
  ])
  expect(applets.map(({ id }) => id)).toEqual([applet.id])
})

test('a service that an operator stopped says so until it is back', async () => {
  const { base, db } = await anAppletFixture()
  await aService(db, { module_name: 'linear' })
  const stopped = async () => (await readService(base, 'linear')).is_stopped
  await base.kv.put(switchKey('linear'), '1')
  expect(await stopped()).toBe(true)
  await base.kv.delete(switchKey('linear'))
  base.advance(MINUTE)
  expect(await stopped()).toBe(false)
})

test("shows a step's fields and the Applets using it", async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world)
  await anApplet(world.db, world.author, [{ step: world.steps.star }, { step: world.steps.notify }])
  const page = await readStep(world.base, { module_name: 'google_sheets', kind: 'action', slug: 'add_row' })
  expect(page.fields).toEqual([
    { label: 'Sheet', hint: null, required: true, filter_name: 'GoogleSheets.addRow.setSheet(text)' },
    { label: 'Note', hint: null, required: false, filter_name: 'GoogleSheets.addRow.setNote(text)' },
  ])
  expect(page.step).toMatchObject({ kind: 'action', slug: 'add_row' })
  expect(page.applets.map(({ id }) => id)).toEqual([applet.id])
})

test("names a step's ingredients as filter code does", async () => {
  const world = await anAppletFixture()
  const row = { step_id: world.steps.star.id, slug: 'RepositoryName', name: 'Repository', type: 'text' as const }
  await world.db.insert(step_ingredients).values({ ...row, position: 0, example: 'looms/jacquard' })
  const page = await readStep(world.base, { module_name: 'github', kind: 'trigger', slug: 'new_starred_repository' })
  expect(page.ingredients).toEqual([
    {
      name: 'Repository',
      type: 'text',
      example: 'looms/jacquard',
      filter_name: 'GitHub.newStarredRepository.RepositoryName',
    },
  ])
})

test('lists every published service, the most popular first', async () => {
  const world = await anAppletFixture()
  await aService(world.db, { module_name: 'hidden', published: false, popularity: 99 })
  const { services } = await listServices(world.base)
  expect(services.map(({ module_name }) => module_name).slice(0, 2)).toEqual(['google_sheets', 'github'])
  expect(services.some(({ module_name }) => module_name === 'hidden')).toBe(false)
  expect(await roundTrips(world.base, listServices)).toBe(1)
})

test('says which kinds of steps each service has', async () => {
  const world = await anAppletFixture()
  await aService(world.db, { module_name: 'bare' })
  const { services } = await listServices(world.base)
  const kindsOf = (name: string) => services.find(({ module_name }) => module_name === name)?.step_kinds
  expect(kindsOf('github')).toEqual(['trigger'])
  expect(kindsOf('google_sheets')).toEqual(['action'])
  expect(kindsOf('bare')).toEqual([])
})

test('finds no unknown steps, wrong kinds or unpublished services', async () => {
  const world = await anAppletFixture()
  await aService(world.db, { module_name: 'hidden', published: false })
  const step = { module_name: 'google_sheets', kind: 'action' as const, slug: 'add_row' }
  await expect(readStep(world.base, { ...step, slug: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(readStep(world.base, { ...step, kind: 'trigger' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(readService(world.base, 'hidden')).rejects.toMatchObject({ code: 'not_found' })
  await expect(readService(world.base, 'gone')).rejects.toMatchObject({ code: 'not_found' })
})

test('asks D1 once for each public list', async () => {
  const world = await anAppletFixture()
  await anAppletWithServices(world)
  const step = { module_name: 'google_sheets', kind: 'action' as const, slug: 'add_row' }
  expect(await roundTrips(world.base, readHome)).toBe(1)
  expect(await roundTrips(world.base, (ctx) => readService(ctx, 'google_sheets'))).toBe(1)
  expect(await roundTrips(world.base, (ctx) => readStep(ctx, step))).toBe(1)
})
