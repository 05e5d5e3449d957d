import { Client } from '@notionhq/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { serviceFile } from '../operator/known-services.ts'
import { liveOptionsAt } from '../format/http/ask-live-options.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'
import { doubleSteps, valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { NOTION_SIGN_IN } from '../../../dev/stand-ins/doubles/notion/notion-oauth.ts'
import { AtProvider } from '../../../dev/stand-ins/oauth/at-provider.ts'
import { productAt } from '../../../dev/stand-ins/services/data/demo-client.ts'
import { NOTES, TASKS } from '../../../dev/stand-ins/doubles/notion/notion-state.ts'
import { notionProblems } from '../../../dev/stand-ins/doubles/notion/published-notion.fixture.ts'

const atNotion = (address: string) => new AtProvider(address, NOTION_SIGN_IN)

type Steps = Awaited<ReturnType<typeof doubleSteps>>
let steps: Steps

beforeEach(async () => {
  const credentials: Record<string, string> = {}
  const opened = await doubleSteps('notion', credentials)
  const { access_token } = await atNotion(opened.address).signIn()
  Object.assign(credentials, { token: access_token })
  steps = opened
  onTestFinished(() => expect(notionProblems(opened.address, opened.exchanges)).toEqual([]), 120_000)
})

const PAGE = { database: TASKS, title: 'Water the ferns', properties: '', text: '' }

async function titlesOf(slug: string): Promise<unknown[]> {
  const { items } = valueOf(await steps.ask(slug, { database: TASKS }))
  return items.map(({ ingredients }) => ingredients['Title'])
}

test('a page is added with its properties and paragraphs', async () => {
  const properties = 'status: Open\nCups: 2\nDone: yes\nDay: 2026-03-10\nNotes: a: b'
  const added = valueOf(await steps.act('add_page', { ...PAGE, properties, text: 'One\n\nTwo' }))
  expect(added.url).toMatch(/^https:\/\/www.notion.so\/Water-the-ferns-/)
  expect(valueOf(await steps.look('find_pages', { database: TASKS, text: 'FERNS' }))).toMatchObject([
    { Title: 'Water the ferns', Properties: 'Status: Open\nCups: 2\nDone: true\nDay: 2026-03-10\nNotes: a: b' },
  ])
})

test.each([
  ['Color: red', 'The database has no property for “Color: red”.'],
  ['Cups: many', 'We cannot set the property “Cups” to this.'],
])('the property %s is refused in words', async (properties, message) => {
  expect(await steps.act('add_page', { ...PAGE, properties })).toMatchObject({ problem: { failure: 'input', message } })
})

test('long text is cut into pieces that Notion takes', async () => {
  const text = `${'🌿'.repeat(1500)}\n\n${'x'.repeat(4500)}`
  valueOf(await steps.act('append_text', { page: NOTES, text }))
  const [{ body } = { body: '' }] = steps.exchanges.slice(-1)
  const pieces = JSON.parse(body).children.map((each: { paragraph: { rich_text: { text: { content: string } }[] } }) =>
    each.paragraph.rich_text.map(({ text: { content } }) => content.length),
  )
  expect(pieces).toEqual([
    [2000, 1000],
    [1000, 1000, 1000, 1000, 500],
  ])
})

test('new pages and edits are told of, each once', async () => {
  await steps.press('add_page', { title: 'Water the ferns', status: 'Open' })
  steps.clock.now += 5 * MINUTE
  await steps.press('add_page', { title: 'Sweep', status: 'Open' })
  expect(await titlesOf('new_page')).toEqual(['Sweep', 'Water the ferns'])
  expect(await titlesOf('page_updated')).toEqual([])
  await steps.press('edit_page', { title: 'Water the ferns', status: 'Done' })
  expect(await titlesOf('page_updated')).toEqual(['Water the ferns'])
  expect(await titlesOf('new_page')).toEqual(['Sweep', 'Water the ferns'])
})

test('only what its user has shared can be chosen', async () => {
  const file = serviceFile('notion')
  if (!file) throw new Error('There is no service notion.')
  const list = async (what: string) => {
    const found = liveOptionsAt(file, steps.address, `${steps.address}/v1/search#${what}`)
    return valueOf(await found?.code?.(steps.io()))
  }
  expect(await list('databases')).toEqual([{ label: 'Garden tasks', value: TASKS }])
  expect(await list('pages')).toEqual([{ label: 'Garden notes', value: NOTES }])
  expect(await steps.look('find_pages', { database: '5ec40000-0000-4000-8000-00000000000b', text: '' })).toMatchObject({
    problem: { status: 404, message: expect.stringContaining('shared with your integration') },
  })
})

test('Notion’s limit is met with the pause that it asks for', async () => {
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await steps.look('find_pages', { database: TASKS, text: '' }))
  expect(answers.at(-1)).toMatchObject({ problem: { failure: 'rate_limited', retry_after: 10_000 } })
})

test('the account of Notion is named by its workspace', async () => {
  expect(valueOf(await steps.service.checkAccount?.(steps.io()))).toMatchObject({ name: 'Ada’s garden' })
  expect(await steps.service.checkAccount?.(steps.io(null, { token: 'ntn_wrong' }))).toMatchObject({
    problem: { failure: 'unauthorized' },
  })
})

test("Notion's own client is understood by the double", async () => {
  const { access_token, refresh_token } = await atNotion(steps.address).signIn()
  const notion = new Client({ auth: access_token, baseUrl: steps.address })
  const { results } = await notion.search({ filter: { property: 'object', value: 'data_source' } })
  expect(results.map(({ id }) => id)).toEqual([TASKS])
  const title = { title: [{ text: { content: 'From a client' } }] }
  const page = await notion.pages.create({ parent: { data_source_id: TASKS }, properties: { Name: title } })
  const children = [{ paragraph: { rich_text: [{ text: { content: 'Hello' } }] } }]
  await notion.blocks.children.append({ block_id: page.id, children })
  const found = await notion.dataSources.query({ data_source_id: TASKS })
  expect(found.results.map(({ id }) => id)).toEqual([page.id])
  expect((await notion.users.me({})).type).toBe('bot')
  const own = productAt('notion')
  const fresh = await notion.oauth.token({ ...own, grant_type: 'refresh_token', refresh_token })
  await notion.oauth.revoke({ ...own, token: fresh.access_token })
  await expect(new Client({ auth: fresh.access_token, baseUrl: steps.address }).users.me({})).rejects.toThrow('invalid')
})

const logging = () =>
  runningApplet({
    module_name: 'notion',
    credentials: async (address) => {
      const { access_token, refresh_token } = await atNotion(address).signIn()
      return { token: access_token, refresh: refresh_token }
    },
    refreshed: async (address, values) => {
      const { access_token, refresh_token } = await atNotion(address).refresh(values['refresh'] ?? '')
      return { token: access_token, refresh: refresh_token }
    },
    trigger: { slug: 'new_page', fields: { database: TASKS } },
    action: { slug: 'append_text', fields: { page: NOTES, text: 'New: {{Title}}' } },
  })

test('new pages at Notion are noted on another page, once each', async () => {
  const applet = await logging()
  await applet.press('add_page', { title: 'Was there before' })
  await applet.pass(6 * MINUTE)
  for (const title of ['Sweep', 'Rake']) await applet.press('add_page', { title })
  await applet.pass(15 * MINUTE)
  const written = applet.exchanges.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(written.map((body) => JSON.parse(body).children[0].paragraph.rich_text[0].text.content)).toEqual([
    'New: Sweep',
    'New: Rake',
  ])
  expect(applet.runs().map(({ state }) => state)).toEqual(['done', 'done'])
})

test('the token of Notion is in no run and no log', async () => {
  const applet = await logging()
  const { token = '' } = applet.account.values
  await applet.pass(6 * MINUTE)
  await applet.press('add_page', { title: `Keep ${token}` })
  applet.services.control.addFault('notion', { kind: 'status', status: 400, calls: 2 })
  await applet.pass(60 * MINUTE)
  expect(applet.runs()).toHaveLength(1)
  expect(applet.everythingKept()).not.toContain(token)
})
