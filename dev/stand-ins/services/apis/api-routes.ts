import { Hono } from 'hono'
import type { Context } from 'hono'
import { meetFaults } from '../faults/meet-faults.ts'
import { answerApiError, refuseCall, requireGrant } from '../oauth/bearer-token.ts'
import { accountStore } from '../data/account-store.ts'
import type { SignInSettings } from '../../oauth/provider-settings.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { resources, summaryRequest } from './api-resources.ts'
import { addCollection, readBody } from './collection-routes.ts'
import type { Access } from './collection-routes.ts'
import { summarize } from './summarize.ts'

/** One service's API, mounted at /{service}/api. Each account has its own items. */
export function apiRoutes(ctx: ServicesContext, service: SignInSettings): Hono {
  const app = new Hono()
  const access: Access = {
    service: service.module_name,
    open: (c, scope) => accountStore(ctx, requireGrant(ctx, service, c, scope).accountId),
  }
  app.use(meetFaults(ctx, service.module_name, 'api', refuseCall))
  app.get('/me', (c) => {
    const { accountId } = requireGrant(ctx, service, c)
    return c.json(service.accounts.find((account) => account.id === accountId) ?? { id: accountId, name: accountId })
  })
  for (const resource of resources[service.module_name] ?? []) addCollection(app, ctx, access, resource)
  if (service.module_name === 'digestly') addSummaries(app, access)
  if (service.module_name === 'stride') addWeek(app, access)
  app.notFound((c) => c.json({ error: 'not_found', message: 'There is nothing at this address' }, 404))
  app.onError(answerApiError)
  return app
}

function addSummaries(app: Hono, access: Access): void {
  app.post('/summaries', async (c) => {
    access.open(c, 'summarise')
    const { text, sentences } = await readBody(c, summaryRequest)
    return c.json({ summary: summarize(text, sentences ?? 2) })
  })
}

/** The activities since Monday, in UTC, added up. */
function addWeek(app: Hono, access: Access): void {
  app.get('/week', (c: Context) => {
    const store = access.open(c, 'activities:read')
    const now = new Date(store.now())
    const daysSinceMonday = (now.getUTCDay() + 6) % 7
    const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday)
    const week = store.list('activities').filter((activity) => Date.parse(String(activity['started_at'])) >= monday)
    const sum = (field: string) => week.reduce((total, activity) => total + Number(activity[field] ?? 0), 0)
    return c.json({
      since: new Date(monday).toISOString(),
      activities: week.length,
      distance_m: sum('distance_m'),
      duration_s: sum('duration_s'),
    })
  })
}
