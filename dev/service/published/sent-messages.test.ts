import { expect, test } from 'vitest'
import { pollTrigger } from '../../../worker/services/format/poll-trigger.fixture.ts'
import { io, KEY, ofFile } from './sampled-steps.fixture.ts'

type Fields = Record<string, string>

const link = 'https://tea.example/?a|b'
const button = { text: 'Pour', onClick: { openLink: { url: link } } }

test.each<[id: string, slug: string, fields: Fields, body: object]>([
  [
    'discord',
    'post_message',
    { message: '@everyone Tea', link },
    { content: '@everyone Tea', allowed_mentions: { parse: [] }, embeds: [{ title: link, url: link }] },
  ],
  ['slack', 'post_message', { message: '<!channel> *Tea*' }, { text: '&lt;!channel> *Tea*' }],
  ['slack', 'post_message', { message: 'Tea', link }, { text: 'Tea\n<https://tea.example/?a%7Cb>' }],
  [
    'slack',
    'post_message',
    { message: 'Tea', link, link_text: 'Pots & <pans>' },
    { text: 'Tea\n<https://tea.example/?a%7Cb|Pots &amp; &lt;pans&gt;>' },
  ],
  ['google_chat', 'post_message', { message: 'Tea', title: 'Kitchen' }, { text: '*Kitchen*\nTea' }],
  [
    'google_chat',
    'post_message',
    { message: 'Tea', title: 'Kitchen', link, link_text: 'Pour' },
    {
      text: 'Tea',
      cardsV2: [
        {
          cardId: 'card',
          card: { header: { title: 'Kitchen' }, sections: [{ widgets: [{ buttonList: { buttons: [button] } }] }] },
        },
      ],
    },
  ],
  [
    'ntfy',
    'publish',
    { message: 'Tea', priority: '5', tags: 'warning, server' },
    { topic: 'the-topic', message: 'Tea', priority: 5, tags: ['warning', 'server'] },
  ],
  [
    'todoist',
    'add_task',
    { content: 'Prune', project: '6XGg', due: 'every day', priority: '4' },
    { content: 'Prune', project_id: '6XGg', due_string: 'every day', priority: 4 },
  ],
])('%s is sent %s of %j', async (id, slug, fields, body) => {
  const { file, service } = ofFile(id)
  const { io: given, asked } = io(file, [file.samples?.actions?.[slug]?.answer])
  expect(await service.actions[slug]?.run({ fields, applet_id: 1 }, { ...given, key: KEY })).toMatchObject({ ok: true })
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual(body)
  // Todoist takes at most 36 characters, and does what has the same id once.
  expect(KEY.length).toBeLessThanOrEqual(36)
  expect(asked[0]?.init.headers).toMatchObject({ 'x-request-id': KEY })
})

test('a message of ntfy is told with nothing but its text', async () => {
  const { file, service } = ofFile('ntfy')
  const line = `${JSON.stringify({ id: 'a', time: 1_772_366_400, event: 'message', topic: 't', message: 'Tea' })}\n`
  const open = `${JSON.stringify({ id: 'o', time: 1_772_366_399, event: 'open', topic: 't' })}\n`
  const polled = await pollTrigger(service, 'new_message', {}, io(file, [new Response(open + line)]).io)
  expect(polled).toMatchObject({
    value: { items: [{ id: 'a', ingredients: { Message: 'Tea', Priority: 3, SentAt: '2026-03-01T12:00:00.000Z' } }] },
  })
})
