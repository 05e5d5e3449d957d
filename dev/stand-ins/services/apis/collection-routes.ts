import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import { noteRead } from '../data/account-store.ts'
import type { AccountStore } from '../data/account-store.ts'
import { record } from '../data/ledger.ts'
import type { Item } from '../data/sample-data.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { ApiError } from '../oauth/bearer-token.ts'
import type { Resource } from './resource.ts'

/** Opens the items of the account whose token the request bears, or throws. */
export type Access = { service: string; open: (c: Context, scope: string) => AccountStore }

/** A parent's id that stands for all of them, where the resource allows it. */
const ALL = 'all'
const PAGE = 50
const LONGEST_PAGE = 100

/** A resource at its address. `parent` is the resource above it. */
type Collection = { resource: Resource; pattern: string; parent: Resource | null }

/** Adds a resource with its child and its form options. */
export function addCollection(app: Hono, ctx: ServicesContext, access: Access, resource: Resource): void {
  const { path, child } = resource
  const collections: Collection[] = [{ resource, pattern: `/${path}`, parent: null }]
  if (child) collections.push({ resource: child, pattern: `/${path}/:parent/${child.path}`, parent: resource })
  addOptions(app, access, resource)
  for (const collection of collections) {
    addLists(app, ctx, access, collection)
    addCreate(app, ctx, access, collection)
    addUpdate(app, ctx, access, collection)
  }
}

/** For the product's stored-fields options: `{ options: [{ label, value }] }`. */
function addOptions(app: Hono, access: Access, { path, label, read }: Resource): void {
  if (label === undefined) return
  app.get(`/options/${path}`, (c) => {
    const items = access.open(c, read).list(path)
    return c.json({ options: items.map((item) => ({ label: String(item[label]), value: item.id })) })
  })
}

function addLists(app: Hono, ctx: ServicesContext, access: Access, collection: Collection): void {
  const { path, read, order, filters = {}, repeats } = collection.resource
  app.get(collection.pattern, (c) => {
    const store = access.open(c, read)
    const list = pathOf(c, store, collection)
    noteRead(ctx, store.accountId, list)
    const kept = store.list(list).filter((item) =>
      Object.entries(filters).every(([name, keeps]) => {
        const value = c.req.query(name)
        return value === undefined || value === '' || keeps(item, value)
      }),
    )
    const { items, next_cursor } = page(c, order === 'fixed' ? kept : kept.toReversed())
    const repeated = repeats === undefined ? {} : { [repeats]: c.req.query(repeats) ?? null }
    return c.json({ [path]: items.map((item) => ({ ...item, ...repeated })), next_cursor })
  })
  app.get(`${collection.pattern}/:id`, (c) => c.json(findItem(c, access.open(c, read), collection)))
}

/** `cursor` is the id of the last item of the page before. */
function page(c: Context, items: Item[]): { items: Item[]; next_cursor: string | null } {
  const limit = Number(c.req.query('limit') ?? PAGE)
  if (!Number.isInteger(limit) || limit < 1 || limit > LONGEST_PAGE) {
    throw new ApiError(422, 'invalid', `limit: must be from 1 to ${LONGEST_PAGE}`)
  }
  const cursor = c.req.query('cursor')
  const start = cursor ? items.findIndex((item) => item.id === cursor) + 1 : 0
  if (cursor && start === 0) throw new ApiError(422, 'invalid', 'cursor: unknown')
  const shown = items.slice(start, start + limit)
  return { items: shown, next_cursor: start + limit < items.length ? (shown.at(-1)?.id ?? null) : null }
}

function addCreate(app: Hono, ctx: ServicesContext, access: Access, collection: Collection): void {
  const { create } = collection.resource
  if (create === undefined) return
  app.post(collection.pattern, async (c) => {
    const store = access.open(c, create.scope)
    const path = pathOf(c, store, collection)
    const body = await readBody(c, create.body)
    const key = create.honorsKeys === false ? undefined : c.req.header('idempotency-key')
    const place = `${store.accountId} ${path} ${key}`
    const known = key === undefined ? undefined : ctx.state.firstAnswers[place]
    if (known !== undefined && !isDeepStrictEqual(known.body, body)) {
      throw new ApiError(422, 'idempotency_key_reused', 'This Idempotency-Key came with another body before')
    }
    if (known !== undefined) {
      note(ctx, c, access, { store, body, item: known.item.id, repeated: true })
      return c.json(known.item, 201, { 'idempotency-replayed': 'true' })
    }
    const here = { store, parent: c.req.param('parent') }
    const item = store.add(path, { ...body, ...create.complete?.(body, here) }, requestId(c))
    create.effect?.(item, here)
    if (key !== undefined) ctx.state.firstAnswers[place] = { body, item }
    note(ctx, c, access, { store, body, item: item.id })
    return c.json(item, 201)
  })
}

function addUpdate(app: Hono, ctx: ServicesContext, access: Access, collection: Collection): void {
  const { update, path: name } = collection.resource
  if (update === undefined) return
  const change = async (c: Context, store: AccountStore, ids: string[]) => {
    const path = pathOf(c, store, collection)
    const body = await readBody(c, update.body)
    const changed = ids.flatMap((id) => {
      const before = store.find(path, id)
      const after = store.change(path, id, body)
      if (before && after) update.effect?.(before, after, store)
      return after ?? []
    })
    note(ctx, c, access, { store, body, item: ids.join(' ') })
    return changed
  }
  const changeAll = async (c: Context) => {
    const store = access.open(c, update.scope)
    const ids = store.list(pathOf(c, store, collection)).map((item) => item.id)
    return c.json({ [name]: await change(c, store, ids) })
  }
  if (update.all) app.put(collection.pattern, changeAll).put(`${collection.pattern}/${ALL}`, changeAll)
  app.put(`${collection.pattern}/:id`, async (c) => {
    const store = access.open(c, update.scope)
    const [item] = await change(c, store, [findItem(c, store, collection).id])
    return c.json(item)
  })
}

type Write = { store: AccountStore; body: object; item: string; repeated?: boolean }

function note(
  ctx: ServicesContext,
  c: Context,
  { service }: Access,
  { store, body, item, repeated = false }: Write,
): void {
  record(ctx, {
    service,
    accountId: store.accountId,
    method: c.req.method,
    path: c.req.path.replace(/^.*?\/api/, ''),
    key: c.req.header('idempotency-key') ?? null,
    requestId: requestId(c),
    body,
    item,
    repeated,
  })
}

/** X-Request-ID, which is stored with what it created. */
function requestId(c: Context): string | null {
  return c.req.header('x-request-id') ?? null
}

/** The path of the collection in the account's store. Throws 404 for an unknown parent. */
function pathOf(c: Context, store: AccountStore, { resource, parent }: Collection): string {
  if (parent === null) return resource.path
  const id = c.req.param('parent') ?? ''
  const known = (resource.ofAll === true && id === ALL) || store.find(parent.path, id) !== undefined
  if (!known) throw new ApiError(404, 'not_found', `There is no ${id} here`)
  return `${parent.path}/${id}/${resource.path}`
}

function findItem(c: Context, store: AccountStore, collection: Collection): Item {
  const id = c.req.param('id') ?? ''
  const item = store.find(pathOf(c, store, collection), id)
  if (item === undefined) throw new ApiError(404, 'not_found', `There is no ${id} here`)
  return item
}

/** Validates a JSON body against a schema of api-resources.ts. */
export async function readBody<Output extends object>(
  c: Context,
  schema: { safeParse(body: unknown): ParseResult<Output> },
) {
  const result = schema.safeParse(await c.req.json().catch(() => undefined))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ApiError(422, 'invalid', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`)
}

type ParseResult<Output> =
  | { success: true; data: Output }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
