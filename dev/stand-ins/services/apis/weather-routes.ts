import { Hono } from 'hono'
import { accountStore } from '../data/account-store.ts'
import { weatherService } from '../data/services.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { meetFaults } from '../faults/meet-faults.ts'
import { answerApiError, refuseCall } from '../oauth/bearer-token.ts'
import { weather } from './api-resources.ts'
import { addCollection } from './collection-routes.ts'

const PLACES = [
  { name: 'Bergen', latitude: 60.3913, longitude: 5.3221, timezone: 'Europe/Oslo' },
  { name: 'Berlin', latitude: 52.52, longitude: 13.405, timezone: 'Europe/Berlin' },
  { name: 'Lisbon', latitude: 38.7223, longitude: -9.1393, timezone: 'Europe/Lisbon' },
  { name: 'New York', latitude: 40.7128, longitude: -74.006, timezone: 'America/New_York' },
  { name: 'Tokyo', latitude: 35.6762, longitude: 139.6503, timezone: 'Asia/Tokyo' },
] as const

/** Skycast: what the weather was and will be, and where places are. Needs no token. */
export function weatherRoutes(ctx: ServicesContext): Hono {
  const app = new Hono()
  const { module_name: service } = weatherService
  app.use(meetFaults(ctx, service, 'api', refuseCall))
  for (const resource of weather) addCollection(app, ctx, { service, open: () => accountStore(ctx, service) }, resource)
  app.get('/places', (c) => {
    const name = (c.req.query('name') ?? '').trim().toLowerCase()
    return c.json({ places: PLACES.filter((place) => place.name.toLowerCase().startsWith(name)) })
  })
  app.notFound((c) => c.json({ error: 'not_found', message: 'There is nothing at this address' }, 404))
  app.onError(answerApiError)
  return app
}
