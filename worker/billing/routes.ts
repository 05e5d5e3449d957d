import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { listPlans } from './list-plans.ts'

export const billingRoutes = new Hono<AppEnv>().get('/plans', async (c) => c.json(await listPlans(c.get('ctx'))))
