import type Stripe from 'stripe'
import { paginate, pagingByTime } from '../http/paginate.ts'
import { list, text, type Input, type Known } from '../http/params.ts'
import { route, type Api, type Call } from '../http/api-route.ts'
import type { EventObject } from '../store/stripe-objects.ts'

const listParams = {
  ...pagingByTime,
  type: text,
  types: list(text),
} satisfies Known<Stripe.EventListParams>

export function eventRoutes(api: Api): void {
  route(api, 'get', '/v1/events', { params: listParams }, listEvents)
  route(api, 'get', '/v1/events/:id', {}, (_, { store, path }) => store.require('event', path('id')))
}

function listEvents(input: Input<typeof listParams>, { store, url }: Call): object {
  const wanted = store.all('event', (event) => isWanted(event, input))
  return paginate(wanted, input, url)
}

function isWanted(event: EventObject, { type, types }: Input<typeof listParams>): boolean {
  const wanted = types ?? (type === undefined ? [event.type] : [type])
  return wanted.includes(event.type)
}
