import type { CreatePageParameters, QueryDataSourceParameters, SearchParameters } from '@notionhq/client'
import { Hono } from 'hono'
import { signInRoutes } from '../../oauth/authorization-server.ts'
import { bearerOf, findAccess } from '../../oauth/oauth-tokens.ts'
import { CallRate } from '../context/call-rate.ts'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { NOTION_SIGN_IN } from './notion-oauth.ts'
import { dataSourceObject, pageObject, paragraphObject, selfObject } from './notion-objects.ts'
import {
  aPage,
  minuteOf,
  notionState,
  refuseAsNotion,
  TASKS,
  type NotionPage,
  type PropertyType,
} from './notion-state.ts'

const VERSION = '2025-09-03'
const HINT = 'Connect here as Ada; the database “Diary” is not shared with apps.'
/** Three a second on average, with short bursts. */
const RATE = { calls: 30, window: 10_000 }

/** Notion's API, as far as databases, pages and paragraphs go. */
export function notionRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const rate = new CallRate(RATE.calls, RATE.window)
  const state = () => notionState(ctx)
  const databaseOf = (id: string | null | undefined) => state().databases.find((each) => each.id === id && each.shared)
  const shown = (page: NotionPage) => pageObject(page, databaseOf(page.database))
  app.get('/', () => controlPage(ctx, { title: 'Notion', hint: HINT, buttons: BUTTONS }))
  addControl(app, ctx)
  app.route('/', signInRoutes({ ctx: ctx.oauth, address: ctx.address, settings: NOTION_SIGN_IN }))
  app.use('/v1/*', async (c, next) => {
    const access = findAccess(ctx.oauth, ctx.module_name, bearerOf(c.req.header('authorization')))
    if (!access) return refuseAsNotion(401, 'API token is invalid.')
    if (c.req.header('notion-version') !== VERSION) return refuseAsNotion(400, 'Notion-Version header is missing.')
    const wait = rate.take(access.grant.id, ctx.now())
    if (wait === 0) return next()
    const refused = refuseAsNotion(429, 'You have been rate limited. Please try again in a few minutes.')
    refused.headers.set('retry-after', String(Math.ceil(wait / 1000)))
    return refused
  })
  app.get('/v1/users/me', (c) => c.json(selfObject()))
  app.post('/v1/search', async (c) => {
    const { filter, ...page }: SearchParameters = await c.req.json()
    const kind = filter && 'value' in filter ? filter.value : undefined
    const databases = kind === 'page' ? [] : state().databases.filter(({ shared }) => shared)
    const pages = kind === 'data_source' ? [] : state().pages
    return c.json(listOf([...databases.map(dataSourceObject), ...pages.map(shown)], page))
  })
  app.get('/v1/data_sources/:id', (c) => {
    const database = databaseOf(c.req.param('id'))
    return database ? c.json(dataSourceObject(database)) : notShared()
  })
  app.post('/v1/data_sources/:id/query', async (c) => {
    const database = databaseOf(c.req.param('id'))
    if (!database) return notShared()
    const { sorts = [], filter, ...page }: QueryDataSourceParameters = await c.req.json()
    const text = filter && 'title' in filter && filter.title && 'contains' in filter.title ? filter.title.contains : ''
    const pages = state().pages.filter(
      (each) => each.database === database.id && each.title.toLowerCase().includes(text.toLowerCase()),
    )
    const [sort] = sorts
    const time = sort && 'timestamp' in sort && sort.timestamp === 'created_time' ? 'created' : 'edited'
    return c.json(
      listOf(
        pages
          .toReversed()
          .toSorted((a, b) => b[time] - a[time])
          .map(shown),
        page,
      ),
    )
  })
  app.post('/v1/pages', async (c) => {
    const { parent, properties = {}, children = [] }: CreatePageParameters = await c.req.json()
    const database = databaseOf(parent && 'data_source_id' in parent ? parent.data_source_id : null)
    if (!database) return notShared()
    const read = readProperties(database.schema, properties)
    if (typeof read === 'string') return refuseAsNotion(400, read)
    const blocks = children.map(blockText)
    const page = aPage({ database: database.id, blocks, ...read }, minuteOf(ctx.now()))
    state().pages.push(page)
    ctx.save()
    return c.json(shown(page))
  })
  app.patch('/v1/blocks/:id/children', async (c) => {
    const page = state().pages.find(({ id }) => id === c.req.param('id'))
    if (!page) return notShared()
    const { children }: { children: object[] } = await c.req.json()
    if (JSON.stringify(children).match(/"content":"[^"]{2001,}"/)) return refuseAsNotion(400, TOO_LONG)
    const texts = children.map(blockText)
    page.blocks.push(...texts)
    page.edited = minuteOf(ctx.now())
    ctx.save()
    const results = texts.map((text) => paragraphObject(page, text))
    return c.json({ object: 'list', results, next_cursor: null, has_more: false, type: 'block', block: {} })
  })
  app.notFound(() => refuseAsNotion(400, 'Invalid request URL.'))
  return app
}

const BUTTONS = [
  { slug: 'add_page', label: 'Add a page', fields: { title: 'Water the ferns', status: 'Open' } },
  { slug: 'edit_page', label: 'Edit a page', fields: { title: 'Water the ferns', status: 'Done' } },
]

function addControl(app: Hono, ctx: DoubleContext): void {
  app.post('/control/add_page', async (c) => {
    const { title = '', status = '' } = await c.req.parseBody<Record<string, string>>()
    notionState(ctx).pages.push(aPage({ database: TASKS, title, values: { Status: status } }, minuteOf(ctx.now())))
    ctx.save()
    return c.redirect(ctx.address)
  })
  app.post('/control/edit_page', async (c) => {
    const { title = '', status = '' } = await c.req.parseBody<Record<string, string>>()
    const page = notionState(ctx).pages.findLast((each) => each.title === title)
    if (!page) return c.text('There is no such page', 404)
    Object.assign(page, { values: { ...page.values, Status: status }, edited: minuteOf(ctx.now()) })
    ctx.save()
    return c.redirect(ctx.address)
  })
}

const TOO_LONG = 'body failed validation: content.length should be ≤ 2000'
const notShared = () =>
  refuseAsNotion(404, 'Could not find it. Make sure the relevant pages and databases are shared with your integration.')

function listOf(
  all: object[],
  { page_size = 100, start_cursor }: Pick<SearchParameters, 'page_size' | 'start_cursor'>,
) {
  const start = Number(start_cursor ?? 0)
  const end = start + page_size
  return {
    object: 'list',
    results: all.slice(start, end),
    next_cursor: end < all.length ? String(end) : null,
    has_more: end < all.length,
    type: 'page_or_data_source',
    page_or_data_source: {},
  }
}

type Piece = { text?: { content?: string } }

function piecesText(pieces: Piece[]): string {
  return pieces.map(({ text }) => text?.content ?? '').join('')
}

function blockText(block: object): string {
  const { paragraph }: { paragraph?: { rich_text?: Piece[] } } = block
  return piecesText(paragraph?.rich_text ?? [])
}

/** The title and the values of a new page; a text says what is wrong with them. */
function readProperties(
  schema: Record<string, PropertyType>,
  properties: object,
): Pick<NotionPage, 'title' | 'values'> | string {
  const values: NotionPage['values'] = {}
  let title = ''
  for (const [name, given] of Object.entries(properties) as [string, Record<string, unknown>][]) {
    const type = name === 'title' ? 'title' : schema[name]
    if (type === undefined) return `${name} is not a property that exists.`
    const value = given[type]
    if (value === undefined) return `${name} is expected to be ${type}.`
    if (type === 'title') title = piecesText(value as Piece[])
    else if (type === 'rich_text') values[name] = piecesText(value as Piece[])
    else if (type === 'select') values[name] = (value as { name: string }).name
    else if (type === 'date') values[name] = (value as { start: string }).start
    else values[name] = value as number | boolean
  }
  return { title, values }
}
