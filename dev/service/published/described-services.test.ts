import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { readPlace } from '../../../worker/services/format/answer-place.ts'
import { partOfType } from '../../stand-ins/doubles/published/published-types.ts'
import { DESCRIBED } from './described-apis.fixture.ts'
import { matrixFilters } from './described/matrix-api.ts'
import {
  askOptions,
  io,
  KEY,
  ofFile,
  pollTwice,
  problemsOf as problemsWith,
  runSamples,
  type SampledStep,
} from './sampled-steps.fixture.ts'
import { zulipNarrow } from './described/zulip-api.ts'

type Id = keyof typeof DESCRIBED

const problemsOf = (id: Id, steps: readonly SampledStep[]) => problemsWith(DESCRIBED[id], steps)

async function sampleOf(id: Id, slug: string) {
  const found = (await runSamples(id)).find(({ step }) => step === slug)
  if (!found) throw new Error(`${id} has no ${slug}.`)
  return found
}

test('what is not documented is a problem', async () => {
  const [account, list] = await runSamples('wordpress')
  if (!account || !list) throw new Error('No steps')
  const wrong = [
    { ...list, query: { ...list.query, newest: '1' } },
    { ...list, query: { ...list.query, order: 'up' } },
    { ...account, path: '/wp-json/wp/v2/me' },
  ]
  expect(problemsOf('wordpress', wrong)).toHaveLength(4)
})

type Choice = [id: Id, step: string, field: string, answer: unknown, choices: string[]]

test.each<Choice>([
  [
    'matrix',
    'send_message',
    'room',
    {
      next_batch: 's1',
      rooms: {
        join: {
          '!tea:example.org': { state: { events: [{ type: 'm.room.name', content: { name: 'Tea' } }] } },
          '!ada:example.org': { state: { events: [] } },
        },
      },
    },
    ['!tea:example.org Tea', '!ada:example.org !ada:example.org'],
  ],
  [
    'pushover',
    'send_message',
    'sound',
    { status: 1, request: 'r', sounds: { pushover: 'Pushover (default)', none: 'None (silent)' } },
    ['pushover Pushover (default)', 'none None (silent)'],
  ],
  ['pushover', 'send_emergency', 'device', { status: 1, request: 'r', devices: ['phone'] }, ['phone phone']],
  ['wordpress', 'create_post', 'category', [{ id: 3, name: 'Moss &amp; ferns' }], ['3 Moss & ferns']],
  ['zulip', 'new_message', 'channel', { streams: [{ stream_id: 7, name: 'garden' }] }, ['7 garden']],
  ['zulip', 'send_channel_message', 'topic', { topics: [{ name: 'ferns', max_id: 59 }] }, ['ferns ferns']],
  ['zulip', 'send_direct_message', 'person', { members: [{ user_id: 10, full_name: 'Ada' }] }, ['10 Ada']],
])('%s lists for %s the choices of %s', async (id, step, field, answer, choices) => {
  const asked = await askOptions(id, { step, field, values: { channel: '7' } }, [answer])
  expect(asked.choices.map(({ value, label }) => `${value} ${label}`)).toEqual(choices)
  expect(problemsOf(id, asked.asked)).toEqual([])
})

type Later = [id: Id, slug: string, list: string | null, newer: object]

test.each<Later>([
  ['matrix', 'new_message', 'chunk', { event_id: '$tea2' }],
  ['matrix', 'new_reaction', 'chunk', { event_id: '$r2' }],
  ['wordpress', 'new_post', null, { id: 60 }],
  ['wordpress', 'new_comment', null, { id: 13 }],
  ['zulip', 'new_message', 'messages', { id: 60 }],
  ['zulip', 'new_mention', 'messages', { id: 60 }],
])('%s tells by %s of what is new', async (id, slug, list, newer) => {
  const { answer } = await sampleOf(id, slug)
  const before = (list === null ? answer : Reflect.get(Object(answer), list)) as object[]
  const added = { ...before[0], ...newer }
  const items = id === 'zulip' ? [...before, added] : [added, ...before]
  const second = list === null ? items : { ...Object(answer), [list]: items }
  const { fresh, asked } = await pollTwice(id, slug, [[answer], [second]])
  expect(fresh.map((item) => item.id)).toEqual(Object.values(newer).map(String))
  expect(problemsOf(id, asked)).toEqual([])
})

const fits = (schema: object, text: string | undefined) =>
  new Ajv({ strict: false }).validate(schema, JSON.parse(text ?? ''))

describe('Home Assistant', () => {
  /** Its client's, for the API that is not asked by address. */
  const types = createRequire(import.meta.url)
    .resolve('home-assistant-js-websocket')
    .replace(/[\w.]+$/, 'types.d.ts')

  test.each([
    ['account', 'HassConfig', '$'],
    ['state_above', 'HassEntity', '$[0]'],
    ['entity_state', 'HassEntity', '$'],
    ['turn_on', 'HassEntity', '$'],
  ])('the answer to %s is of the type %s', async (slug, type, place) => {
    const { answer } = await sampleOf('home_assistant', slug)
    const told = [readPlace(answer, place)].flat()
    const problems = partOfType(types, type)
    expect(told.flatMap(problems)).toEqual([])
    expect(problems({ ...Object(told[0]), attributes: 'none', version: 7 })).not.toEqual([])
  })
})

describe('Matrix', () => {
  test('filters are as specified', async () => {
    const { asked } = await askOptions('matrix', { step: 'send_message', field: 'room' }, [{ rooms: { join: {} } }])
    expect(fits(matrixFilters.sync, asked[0]?.query['filter'])).toBe(true)
    for (const slug of ['new_message', 'new_reaction', 'recent_messages'])
      expect(fits(matrixFilters.messages, (await sampleOf('matrix', slug)).query['filter'])).toBe(true)
  })

  test('the key of an effect is the transaction', async () => {
    for (const slug of ['send_message', 'react']) {
      const { path } = await sampleOf('matrix', slug)
      expect(path).toMatch(new RegExp(`/${KEY}$`))
    }
  })

  test('edits and deleted messages start nothing', async () => {
    const { answer } = await sampleOf('matrix', 'new_message')
    const [event] = Object(answer).chunk
    const edit = { ...event.content, 'm.new_content': event.content, 'm.relates_to': { rel_type: 'm.replace' } }
    const chunk = [{ ...event, event_id: '$e', content: edit }, { ...event, event_id: '$d', content: {} }, event]
    const { fresh } = await pollTwice('matrix', 'new_message', [[answer], [{ ...Object(answer), chunk }]])
    expect(fresh).toEqual([])
  })
})

describe('WordPress', () => {
  /** Its types are made of WordPress's own schemas. */
  const types = createRequire(import.meta.url).resolve('wp-types/index.ts')

  test.each([
    ['account', 'WP_REST_API_User'],
    ['new_post', 'WP_REST_API_Posts'],
    ['new_comment', 'WP_REST_API_Comments'],
    ['find_posts', 'WP_REST_API_Posts'],
    ['create_post', 'WP_REST_API_Post'],
    ['reply_to_comment', 'WP_REST_API_Comment'],
  ])('the answer to %s is of the type %s', async (slug, type) => {
    const { answer } = await sampleOf('wordpress', slug)
    expect(partOfType(types, type)(answer)).toEqual([])
  })

  test('who asks is named by Basic', async () => {
    const { headers } = await sampleOf('wordpress', 'account')
    expect(headers['authorization']).toBe(`Basic ${Buffer.from('the-user:the-password').toString('base64')}`)
  })

  test('a post that an earlier try made is found', async () => {
    const { file, service } = ofFile('wordpress')
    const { fields = {} } = file.samples?.actions?.['create_post'] ?? {}
    const { body } = await sampleOf('wordpress', 'create_post')
    const list = [
      { id: 61, content: { raw: 'Another' } },
      { id: 60, content: { raw: JSON.parse(body).content } },
    ]
    const { io: given, asked } = io(file, [list])
    const found = await service.actions['create_post']?.find?.({ fields, applet_id: 1 }, { ...given, key: KEY })
    expect(found).toMatchObject({ ok: true, value: { id: '60' } })
    const { pathname, searchParams } = new URL(asked[0]?.address ?? '')
    const step = { step: 'find', method: 'GET', path: pathname, query: Object.fromEntries(searchParams) }
    expect(problemsOf('wordpress', [{ ...step, headers: {}, body: '', answer: [] }])).toEqual([])
  })
})

describe('Zulip', () => {
  test('narrows are as documented', async () => {
    for (const slug of ['new_message', 'new_mention', 'search_messages'])
      expect(fits(zulipNarrow, (await sampleOf('zulip', slug)).query['narrow'])).toBe(true)
  })

  test('a poll goes on after the newest message of the one before', async () => {
    const { answer, query } = await sampleOf('zulip', 'new_message')
    const { asked } = await pollTwice('zulip', 'new_message', [[answer], [answer]])
    expect([query['anchor'], asked[0]?.query['anchor']]).toEqual(['newest', '59'])
  })
})
