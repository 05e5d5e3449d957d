import { expect, onTestFinished, test } from 'vitest'
import { stepIo } from '../../../worker/services/format/step-io.fixture.ts'
import { guardedOutcome } from '../../../worker/system/outbound/guarded-outcome.ts'
import type { StepIo } from '../../../worker/engine/steps/service-steps.ts'
import { findService, serviceAddress } from '../../../worker/services/operator/known-services.ts'
import { pollTrigger } from '../../../worker/services/format/poll-trigger.fixture.ts'
import { serviceAddresses } from './service-addresses.ts'
import { atDemoService } from './at-demo-service.ts'
import { startServices } from './start-services.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const unused = () => Promise.reject(new Error('Nobody is told here.'))

/** A stand-in, and the steps of a service as the Runner runs them against it. */
async function stepsOf(module_name: string) {
  const services = await startServices({ port: 0, now: () => NOW })
  onTestFinished(() => services.close())
  const endpoints = services.catalog.find((each) => each.module_name === module_name)
  const token = endpoints ? (await atDemoService(services.origin, module_name).signIn()).access_token : null
  const service = findService(module_name)
  if (!service) throw new Error(`No ${module_name}`)
  const settings = {
    SITE_ORIGIN: 'https://switchyard.example',
    SUPPORT_URL: 'https://switchyard.example/support',
    TRUSTED_ORIGINS: [services.origin],
  }
  const io = (key: string | null): StepIo => ({
    fetch: guardedOutcome({ settings, fetch }),
    token: module_name === 'beacon' ? 'beacon_12345678' : token,
    credentials: {},
    base_url: serviceAddress(module_name, serviceAddresses(services.catalog)),
    key,
    timezone: 'Europe/Berlin',
    now: NOW,
    readSource: unused,
    deliver: { notify: unused, mail: unused, digest: unused },
    store: stepIo([]).io.store,
  })
  return {
    control: services.control,
    origin: services.origin,
    service,
    io,
    poll: async (slug: string, fields: Record<string, string> = {}) => {
      const outcome = await pollTrigger(service, slug, fields, io(null))
      if (!outcome.ok) throw new Error(outcome.problem.message)
      return outcome.value
    },
    ask: async (slug: string, fields: Record<string, string> = {}) => {
      const outcome = await service.queries[slug]?.run({ fields, applet_id: 1 }, io(null))
      if (!outcome?.ok) throw new Error(outcome?.problem.message ?? `No query ${slug}`)
      return outcome.value
    },
    act: async (slug: string, fields: Record<string, string>, key = 'sy_run_1_0') => {
      const outcome = await service.actions[slug]?.run({ fields, applet_id: 1 }, io(key))
      if (!outcome?.ok) throw new Error(outcome?.problem.message ?? `No action ${slug}`)
      return outcome.value
    },
  }
}

test('a star is the first item of the next poll', async () => {
  const { control, poll } = await stepsOf('octoforge')
  const before = await poll('new_star')
  await control.happen('octoforge-ada', 'star', { full_name: 'mills/wheel' })
  const after = await poll('new_star')
  expect(after.items).toHaveLength(before.items.length + 1)
  expect(after.items[0]?.ingredients).toEqual({
    RepositoryName: 'mills/wheel',
    RepositoryUrl: 'https://octoforge.test/mills/wheel',
    StarredAt: '2026-03-10T12:00:00.000Z',
  })
})

test('a logged row is there once, however often it is sent', async () => {
  const { control, act } = await stepsOf('sheetly')
  const fields = { spreadsheet: 'Starred repositories', row: '2026-03-10 ||| mills/wheel' }
  const first = await act('log_row', fields)
  expect(await act('log_row', fields)).toEqual(first)
  expect(first.url).toMatch(/^https:\/\/sheetly\.test\//)
  expect(control.items('sheetly-ada', 'spreadsheets/SH01/rows').map((row) => row['values'])).toEqual([
    ['2026-03-02', 'looms/jacquard'],
    ['2026-03-10', 'mills/wheel'],
  ])
  await act('log_row', fields, 'sy_run_1_1')
  expect(control.items('sheetly-ada', 'spreadsheets/SH01/rows')).toHaveLength(3)
})

test.each(['news', 'releases'])('the feed %s is polled, and 304 is understood', async (name) => {
  const { control, origin, poll, ask, service, io } = await stepsOf('feeds')
  const fields = { feed_url: `${origin}/feeds/${name}.xml` }
  await control.happen('feeds', name, { title: 'Bread & <butter>' })
  const page = await poll('new_item', fields)
  expect(page.items[0]).toMatchObject({ at: NOW, ingredients: { EntryTitle: 'Bread & <butter>' } })
  expect(await ask('recent_items', fields)).toHaveLength(page.items.length)
  expect((await poll('new_item_matches', { ...fields, phrase: 'BUTTER' })).items).toHaveLength(1)
  const { etag, last_modified } = page
  expect(await pollTrigger(service, 'new_item', fields, io(null), { etag, last_modified })).toMatchObject({
    value: { unchanged: true },
  })
})

test('an account answers with its id and name', async () => {
  const { service, io } = await stepsOf('octoforge')
  expect(await service.checkAccount?.(io(null))).toEqual({
    ok: true,
    value: { id: 'octoforge-ada', name: 'ada@octoforge.test' },
  })
})
