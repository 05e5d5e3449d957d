import { expect, test } from 'vitest'
import { runnableService } from '../format/http/runnable-service.ts'
import { pollTrigger } from '../format/poll-trigger.fixture.ts'
import { stepIo } from '../format/step-io.fixture.ts'
import { askLiveOptions } from '../format/http/ask-live-options.ts'
import { examplePage } from './page-ingredients.ts'
import { notion } from './service.ts'

const service = runnableService(notion)
const FIELDS = { database: 'db', title: 'Water the ferns', properties: '', text: '' }
const listOf = (results: readonly unknown[]) => ({ object: 'list', results, next_cursor: null })
const piecesOf = (texts: readonly string[]) => texts.map((plain_text) => ({ plain_text }))

/** A database with a property of each of these types, whose name it is. */
function databaseOf(types: readonly string[]) {
  return { object: 'data_source', properties: Object.fromEntries(types.map((type) => [type, { type }])) }
}

async function act(slug: string, fields: Record<string, string>, answers: readonly unknown[]) {
  const { io, asked } = stepIo(answers)
  const outcome = await service.actions[slug]?.run({ fields, applet_id: 1 }, io)
  return { outcome, bodies: asked.map(({ init }) => JSON.parse(String(init.body ?? 'null'))) }
}

async function find(properties: object) {
  const { io } = stepIo([listOf([{ ...examplePage, properties }])])
  const found = await service.queries['find_pages']?.run({ fields: { database: 'db', text: '' }, applet_id: 1 }, io)
  return found?.ok ? found.value[0] : found
}

test('a page is added with properties of the types of its database', async () => {
  const types = ['title', 'status', 'number', 'checkbox', 'date', 'rich_text', 'multi_select', 'url']
  const properties =
    'Status: Open\nnumber: 2\ncheckbox: yes\ndate: 2026-03-10\nmulti_select: a, b\nurl:\nrich_text: a: b'
  const { outcome, bodies } = await act('add_page', { ...FIELDS, properties, text: 'One\n\nTwo' }, [
    databaseOf(types),
    examplePage,
  ])
  expect(outcome).toMatchObject({ ok: true, value: { id: examplePage.id, url: examplePage.url } })
  expect(bodies[1]).toMatchObject({
    parent: { type: 'data_source_id', data_source_id: 'db' },
    properties: {
      status: { status: { name: 'Open' } },
      number: { number: 2 },
      checkbox: { checkbox: true },
      date: { date: { start: '2026-03-10' } },
      multi_select: { multi_select: [{ name: 'a' }, { name: 'b' }] },
      url: { url: null },
      rich_text: { rich_text: [{ text: { content: 'a: b' } }] },
      title: { title: [{ text: { content: 'Water the ferns' } }] },
    },
  })
  expect(bodies[1].children).toHaveLength(2)
})

test('a page without text has no paragraphs', async () => {
  const { bodies } = await act('add_page', FIELDS, [databaseOf(['title']), examplePage])
  expect(Object.keys(bodies[1])).toEqual(['parent', 'properties'])
})

test.each([
  ['Color: red', 'The database has no property for “Color: red”.'],
  ['number: many', 'We cannot set the property “number” to this.'],
])('the property %s is refused in words', async (properties, message) => {
  const { outcome, bodies } = await act('add_page', { ...FIELDS, properties }, [databaseOf(['title', 'number'])])
  expect(outcome).toMatchObject({ problem: { failure: 'input', message } })
  expect(bodies).toHaveLength(1)
})

test('long text is cut into pieces that Notion takes', async () => {
  const text = `${'🌿'.repeat(1500)}\n\n${'x'.repeat(4500)}`
  const { outcome, bodies } = await act('append_text', { page: 'a-b', text }, [listOf([{ id: 'b1' }])])
  expect(outcome).toMatchObject({ ok: true, value: { id: 'b1', url: 'https://www.notion.so/ab' } })
  const pieces = bodies[0].children.map((each: { paragraph: { rich_text: { text: { content: string } }[] } }) =>
    each.paragraph.rich_text.map(({ text: { content } }) => content.length),
  )
  expect(pieces).toEqual([
    [2000, 1000],
    [1000, 1000, 1000, 1000, 500],
  ])
})

test('a page that was only added is not edited', async () => {
  const { created_time } = examplePage
  const pages = [examplePage, { ...examplePage, id: 'new', last_edited_time: created_time }]
  const told = async (slug: string) => {
    const outcome = await pollTrigger(service, slug, { database: 'db' }, stepIo([listOf(pages)]).io)
    return outcome.ok ? outcome.value.items.map(({ id }) => id) : outcome
  }
  expect(await told('new_page')).toEqual([examplePage.id, 'new'])
  expect(await told('page_updated')).toEqual([`${examplePage.id} ${examplePage.last_edited_time}`])
})

test('a title is all of its pieces, and properties are lines', async () => {
  const page = await find({
    Tags: { type: 'multi_select', multi_select: [{ name: 'a' }, { name: 'b' }] },
    Name: { type: 'title', title: piecesOf(['Water ', 'the ferns']) },
    Done: { type: 'checkbox', checkbox: true },
    Day: { type: 'date', date: null },
  })
  expect(page).toMatchObject({ Title: 'Water the ferns', Properties: 'Tags: a, b\nDone: true\nDay: ' })
})

test.each([
  ['new_page', 'database', { id: 'a', title: piecesOf(['Garden ', 'tasks']) }, 'Garden tasks'],
  ['append_text', 'page', { id: 'a', properties: { Name: { type: 'title', title: piecesOf(['Notes']) } } }, 'Notes'],
  ['append_text', 'page', { id: 'a', properties: {} }, 'Untitled'],
])('%s lists each %s by its title', async (slug, name, shared, label) => {
  const { triggers = [], actions = [] } = notion
  const fields = [...triggers, ...actions].find((each) => each.slug === slug)?.fields ?? []
  const options = fields.find((each) => each.slug === name)?.options
  if (options === undefined || Array.isArray(options)) throw new Error(`${name} has no live options.`)
  const { io } = stepIo([{ ...listOf([shared]), next_cursor: 'more' }, listOf([])])
  expect(await askLiveOptions(notion, { options, fields, values: {} }, io)).toEqual({
    ok: true,
    value: [{ value: 'a', label }],
  })
})
