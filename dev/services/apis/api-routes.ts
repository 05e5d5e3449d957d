import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { requireGrant, ApiError, apiErrorResponse } from '../oauth/bearer-token.ts'
import { resources, summaryRequest } from './api-resources.ts'
import type { Resource } from './api-resources.ts'
import { sampleItems } from '../data/sample-data.ts'
import type { Item } from '../data/sample-data.ts'
import type { StandInService } from '../data/services.ts'
import { takeFailure } from '../data/services-state.ts'
import type { ServicesContext } from '../data/services-state.ts'

/** One service's API, mounted at /{service}/api. Each account has its own items. */
export function apiRoutes(ctx: ServicesContext, service: StandInService): Hono {
  const app = new Hono()
  app.use(async (_, next) => {
    const failure = takeFailure(ctx, service.module_name, 'api')
    if (failure !== undefined) throw new ApiError(failure, 'ordered_failure', 'A test requested this failure')
    return next()
  })
  app.get('/me', (c) => {
    const { accountId } = requireGrant(ctx, service, c)
    return c.json(service.accounts.find((account) => account.id === accountId) ?? { id: accountId, name: accountId })
  })
  for (const resource of resources[service.module_name] ?? []) {
    addOptions(app, ctx, service, resource)
    addCollection(app, ctx, service, resource, `/${resource.path}`)
    if (resource.child)
      addCollection(app, ctx, service, resource.child, `/${resource.path}/:parent/${resource.child.path}`)
  }
  if (service.module_name === 'digestly') addSummaries(app, ctx, service)
  app.notFound((c) => c.json({ error: 'not_found', message: 'There is nothing at this address' }, 404))
  app.onError((error) => {
    if (error instanceof ApiError) return apiErrorResponse(error)
    throw error
  })
  return app
}

/** For the product's stored-fields options: `{ options: [{ label, value }] }`. */
function addOptions(app: Hono, ctx: ServicesContext, service: StandInService, { path, label, read }: Resource): void {
  if (label === undefined) return
  app.get(`/options/${path}`, (c) => {
    const { accountId } = requireGrant(ctx, service, c, read)
    const options = itemsOf(ctx, `${accountId}/${path}`).map((item) => ({ label: String(item[label]), value: item.id }))
    return c.json({ options })
  })
}

function addCollection(
  app: Hono,
  ctx: ServicesContext,
  service: StandInService,
  resource: Resource,
  pattern: string,
): void {
  const { path, create, update } = resource
  app.get(pattern, (c) => {
    const { accountId } = requireGrant(ctx, service, c, resource.read)
    return c.json({ [path]: itemsOf(ctx, keyOf(ctx, c, accountId, resource)) })
  })
  if (create) {
    app.post(pattern, async (c) => {
      const { accountId } = requireGrant(ctx, service, c, create.scope)
      const key = keyOf(ctx, c, accountId, resource)
      const body = await readBody(c, create.body)
      const item: Item = { id: randomBytes(6).toString('hex'), created_at: new Date(ctx.now()).toISOString(), ...body }
      ctx.state.items[key] = [...itemsOf(ctx, key), item]
      ctx.save()
      return c.json(item, 201)
    })
  }
  if (update) {
    app.put(`${pattern}/:id`, async (c) => {
      const { accountId } = requireGrant(ctx, service, c, update.scope)
      const key = keyOf(ctx, c, accountId, resource)
      const item = { ...findItem(ctx, key, c.req.param('id')), ...(await readBody(c, update.body)) }
      ctx.state.items[key] = itemsOf(ctx, key).map((each) => (each.id === item.id ? item : each))
      ctx.save()
      return c.json(item)
    })
  }
}

/** Returns the first sentences, without a model: enough to see an Applet run. */
function addSummaries(app: Hono, ctx: ServicesContext, service: StandInService): void {
  app.post('/summaries', async (c) => {
    requireGrant(ctx, service, c, 'summarise')
    const { text, sentences } = await readBody(c, summaryRequest)
    const parts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
    const summary = parts.slice(0, sentences ?? 2).map((part) => part.segment)
    return c.json({ summary: summary.join('').trim() })
  })
}

function keyOf(ctx: ServicesContext, c: Context, accountId: string, resource: Resource): string {
  const parent = c.req.param('parent')
  if (parent === undefined) return `${accountId}/${resource.path}`
  const parentPath = c.req.path.split('/').at(-3) ?? ''
  findItem(ctx, `${accountId}/${parentPath}`, parent)
  return `${accountId}/${parentPath}/${parent}/${resource.path}`
}

function findItem(ctx: ServicesContext, key: string, id: string | undefined): Item {
  const item = itemsOf(ctx, key).find((each) => each.id === id)
  if (item === undefined) throw new ApiError(404, 'not_found', `There is no ${id} here`)
  return item
}

function itemsOf(ctx: ServicesContext, key: string): Item[] {
  return ctx.state.items[key] ?? sampleItems(key)
}

/** Validates a JSON body against a schema of api-resources.ts. */
async function readBody<Output extends object>(c: Context, schema: { safeParse(body: unknown): ParseResult<Output> }) {
  const result = schema.safeParse(await c.req.json().catch(() => undefined))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ApiError(422, 'invalid', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`)
}

type ParseResult<Output> =
  | { success: true; data: Output }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
