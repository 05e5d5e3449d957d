import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepIo } from '../../../worker/services/format/step-io.fixture.ts'
import type { StepIo } from '../../../worker/engine/steps/service-steps.ts'
import { failedOutcome } from '../../../worker/system/outbound/failed-outcome.ts'
import { allServices, serviceDefinitions } from '../../../worker/services/service-registry.ts'
import { doubleAddresses } from '../doubles/double-routes.ts'
import { pollTrigger } from '../../../worker/services/format/poll-trigger.fixture.ts'
import { keyService, weatherService } from './data/services.ts'
import { atDemoService } from './at-demo-service.ts'
import { startServices, type Services } from './start-services.ts'

type Fields = Record<string, string>

/** The event at the service that each trigger sees, and the trigger's fields. */
const TRIGGERS: Record<string, { slug: string; input?: Fields; fields?: Fields }> = {
  'skycast/rain_tomorrow': { slug: 'rain', fields: { location: 'Bergen' } },
  'skycast/colder_than': { slug: 'weather', fields: { location: 'Bergen', degrees: '0' } },
  'octoforge/new_star': { slug: 'star' },
  'octoforge/new_release': { slug: 'release' },
  'octoforge/new_issue': { slug: 'issue', fields: { repo: 'R01' } },
  'sheetly/new_row': { slug: 'row', fields: { spreadsheet: 'SH01' }, input: { cells: 'a ||| b ||| c ||| d' } },
  'chirp/new_mention': { slug: 'mention' },
  'chirp/new_post': { slug: 'post' },
  'parley/new_message': { slug: 'message', fields: { channel: 'C01' } },
  'homebase/presence_changed': { slug: 'arrive' },
  'homebase/first_arrives': { slug: 'arrive' },
  'homebase/last_leaves': { slug: 'leave' },
  'homebase/door_left_open': { slug: 'door', fields: { door: 'D01' } },
  'homebase/device_switched': { slug: 'switch', fields: { device: 'D03' }, input: { device: 'D03' } },
  'tunebox/new_track': { slug: 'track', fields: { playlist: 'PL01' } },
  'pixbin/phone_photo': { slug: 'phone_photo' },
  'pixbin/new_photo': { slug: 'photo', fields: { album: 'A01' } },
  'taskpile/task_done': { slug: 'finish' },
  'taskpile/new_task': { slug: 'task', fields: { list: 'TL01' } },
  'stride/new_activity': { slug: 'activity' },
}

/** The fields of each query, and what happens before it where a fresh account has nothing to find. */
const QUERIES: Record<string, { fields: Fields; slug?: string; input?: Fields }> = {
  'skycast/current_weather': { fields: { location: 'Bergen' } },
  'octoforge/open_issues': { fields: { repo: 'R01' } },
  'sheetly/find_rows': {
    fields: { spreadsheet: 'SH01', text: 'needle' },
    slug: 'row',
    input: { cells: 'a ||| b ||| c ||| needle' },
  },
  'chirp/recent_mentions': { fields: {}, slug: 'mention' },
  'parley/recent_messages': { fields: { channel: 'C01' } },
  'homebase/device_state': { fields: { device: 'D02' } },
  'taskpile/open_tasks': { fields: { list: 'TL01' } },
  'stride/week_so_far': { fields: {} },
  'digestly/summarise': { fields: { text: 'One is first. Two is next. Three is last.', sentences: '2' } },
}

const ACTIONS: Record<string, Fields> = {
  'octoforge/create_issue': { repo: 'R01', title: 'The wheels squeak', body: '' },
  'sheetly/add_row': { spreadsheet: 'SH01', row: 'a ||| b' },
  'sheetly/log_row': { spreadsheet: 'Done', row: 'a ||| b' },
  'chirp/post': { message: 'Off to the library.' },
  'parley/send_message': { channel: 'C01', message: 'Tea?\n"Yes", she said.' },
  'lumen/turn_on': { light: '' },
  'lumen/turn_off': { light: 'L02' },
  'lumen/blink': { light: '' },
  'lumen/dim': { light: 'L01', brightness: '40' },
  'homebase/switch_device': { device: 'D03', state: 'on' },
  'homebase/follow_presence': {},
  'homebase/run_scene': { scene: 'away' },
  'tunebox/add_track': { playlist: 'PL01', track: 'Night train by The Looms' },
  'pixbin/add_photo': { album: 'A01', url: 'https://pixbin.test/1.jpg' },
  'pixbin/back_up': { photo: 'https://pixbin.test/1.jpg' },
  'taskpile/add_task': { list: 'TL01', title: 'Return the books', note: '' },
  'stride/log_activity': { kind: 'swim', distance: '400' },
  'digestly/add_to_briefing': { text: 'One is first. Two is next.' },
  'beacon/ping': { name: 'nightly-backup' },
}

let services: Services
const tokens = new Map<string, string>([[keyService.module_name, 'beacon_demo1234']])

beforeAll(async () => {
  services = await startServices({ port: 0 })
  for (const { module_name } of services.catalog)
    tokens.set(module_name, (await atDemoService(services.origin, module_name).signIn()).access_token)
})
afterAll(() => services.close())

function ioOf(module_name: string, key: string | null = null): StepIo {
  const unused = async () => failedOutcome({ failure: 'refused', message: 'Not expected here.' })
  return {
    fetch: async (address, { method, headers, body } = {}) => ({
      ok: true,
      value: await fetch(address, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
    }),
    token: tokens.get(module_name) ?? null,
    credentials: {},
    base_url: `${services.origin}/${module_name}`,
    key,
    timezone: 'Europe/Berlin',
    now: Date.now(),
    readSource: unused,
    deliver: { notify: unused, mail: unused, digest: unused },
    store: stepIo([]).io.store,
  }
}

function accountOf(module_name: string): string {
  return module_name === weatherService.module_name ? module_name : `${module_name}-ada`
}

function serviceOf(id: string) {
  const [module_name = '', slug = ''] = id.split('/')
  const service = allServices.find((each) => each.module_name === module_name)
  if (!service) throw new Error(`There is no service ${module_name}.`)
  return { module_name, slug, service }
}

function valueOf<Value>(outcome: { ok: true; value: Value } | { ok: false; problem: unknown }): Value {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

test.each(Object.entries(TRIGGERS))('%s sees what happens', async (id, { slug, input, fields = {} }) => {
  const { module_name, slug: trigger, service } = serviceOf(id)
  const poll = async () => valueOf(await pollTrigger(service, trigger, fields, ioOf(module_name)))
  const before = await poll()
  const { id: expected } = await services.control.happen(accountOf(module_name), slug, input)
  const after = await poll()
  expect(after.items.map((item) => item.id)).toEqual([expected, ...before.items.map((item) => item.id)])
  const [item] = after.items
  expect(Math.abs((item?.at ?? 0) - Date.now())).toBeLessThan(30 * 60_000)
  expect(Object.entries(item?.ingredients ?? {}).filter(([, value]) => value === null)).toEqual([])
  expect(Object.keys(item?.ingredients ?? {})).not.toEqual([])
})

test.each(Object.entries(QUERIES))('%s finds something', async (id, { fields, slug, input }) => {
  const { module_name, slug: query, service } = serviceOf(id)
  if (slug) await services.control.happen(accountOf(module_name), slug, input)
  const outcome = await service.queries[query]?.run({ fields, applet_id: 1 }, ioOf(module_name))
  const [row] = valueOf(outcome ?? { ok: false, problem: 'It is unknown.' })
  expect(Object.entries(row ?? {}).filter(([, value]) => value === null)).toEqual([])
  expect(Object.keys(row ?? {})).not.toEqual([])
})

test.each(Object.entries(ACTIONS))('%s is done, and repeated as it says', async (id, fields) => {
  const { module_name, slug, service } = serviceOf(id)
  const step = service.actions[slug]
  if (!step) throw new Error(`There is no action ${id}.`)
  const key = `sy_${id.replace('/', '_')}_1`
  const io = ioOf(module_name, key)
  valueOf(await step.run({ fields, applet_id: 1 }, io))
  const entries = () =>
    services.control.ledger().filter((entry) => entry.service === module_name && entry.requestId === key)
  expect(entries()).toMatchObject([{ key, requestId: key, repeated: false }])
  if (step.repeat === 'find') {
    const found = await step.find?.({ fields, applet_id: 1 }, io)
    return expect(found).toMatchObject({ ok: true, value: { id: entries()[0]?.item } })
  }
  valueOf(await step.run({ fields, applet_id: 1 }, io))
  if (step.repeat === 'key') expect(entries().map(({ repeated }) => repeated)).toEqual([false, true])
  expect(entries()).toHaveLength(2)
})

test('all steps that go to a demo service are tried here', () => {
  const real = doubleAddresses('')
  const remote = serviceDefinitions.filter(({ hosts, id }) => hosts.length > 0 && !(id in real))
  const ids = (kind: 'triggers' | 'queries' | 'actions') =>
    remote
      .flatMap((service) =>
        (service[kind] ?? [])
          .filter((step) => !('mode' in step && step.mode === 'clock'))
          .map(({ slug }) => `${service.id}/${slug}`),
      )
      .toSorted()
  expect(Object.keys(TRIGGERS).toSorted()).toEqual(ids('triggers'))
  expect(Object.keys(QUERIES).toSorted()).toEqual(ids('queries'))
  expect(Object.keys(ACTIONS).toSorted()).toEqual(ids('actions'))
})
