import type Stripe from 'stripe'
import { day, longest } from '../../engine/amounts/billing-periods.ts'
import { recurringOf } from '../../engine/invoices/invoice-lines.ts'
import { change } from '../../store/change-object.ts'
import { endSubscriptionsOf } from '../../engine/subscriptions/end-subscription.ts'
import { hasEnded } from '../../engine/subscriptions/change-subscription.ts'
import { letTimePass } from '../../engine/subscriptions/let-time-pass.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { integer, required, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Clock = Objects['test_helpers.test_clock']
const KIND = 'test_helpers.test_clock'

const createParams = {
  frozen_time: required(integer),
  name: text,
} satisfies Known<Stripe.TestHelpers.TestClockCreateParams>
const advanceParams = { frozen_time: required(integer) } satisfies Known<Stripe.TestHelpers.TestClockAdvanceParams>

export function testClockRoutes(api: Api): void {
  const at = '/v1/test_helpers/test_clocks'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', `${at}/:id`, {}, (_, { store, path }) => store.require(KIND, path('id')))
  route(api, 'post', `${at}/:id/advance`, { params: advanceParams }, advance)
  route(api, 'delete', `${at}/:id`, {}, remove)
}

function create(input: Input<typeof createParams>, { store }: Call): Clock {
  const clock: Clock = {
    id: store.id('clock'),
    object: KIND,
    created: store.now(),
    deletes_after: store.now() + 30 * day,
    frozen_time: input.frozen_time,
    livemode: false,
    name: input.name ?? null,
    status: 'ready',
    status_details: {},
  }
  store.put(KIND, clock)
  store.emit('test_helpers.test_clock.created', clock)
  return clock
}

/** Advances time by at most two of the shortest billing intervals; the response says `advancing`. */
function advance({ frozen_time }: Input<typeof advanceParams>, { store, path }: Call): Clock {
  const before = store.require(KIND, path('id'))
  if (frozen_time <= before.frozen_time) {
    throw invalidRequest('The frozen time must be after the current frozen time of the test clock.', {
      param: 'frozen_time',
    })
  }
  if (frozen_time > before.frozen_time + longestStep(store, before.id)) {
    const message =
      'You can only advance a test clock by two of the shortest billing intervals of its subscriptions at a time.'
    throw invalidRequest(message, { param: 'frozen_time' })
  }
  const advancing = change(store, KIND, before.id, {
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: frozen_time } },
  })
  store.emit('test_helpers.test_clock.advancing', advancing)
  letTimePass(store, before.id, frozen_time, (at) => change(store, KIND, before.id, { frozen_time: at }))
  const ready = change(store, KIND, before.id, { frozen_time, status: 'ready', status_details: {} })
  store.emit('test_helpers.test_clock.ready', ready)
  return advancing
}

function longestStep(store: ObjectStore, clock: string): number {
  const intervals = store
    .all('subscription', (each) => each.test_clock === clock && !hasEnded(each))
    .flatMap((each) => each.items.data)
    .map(({ price }) => longest(recurringOf(price)))
  return 2 * Math.min(366 * day, ...intervals)
}

/** Deleting a clock deletes its customers. */
function remove(_: object, { store, path }: Call): object {
  const clock = store.require(KIND, path('id'))
  for (const customer of store.all('customer', (each) => each.test_clock === clock.id)) {
    endSubscriptionsOf(store, customer.id)
    store.remove('customer', customer.id)
  }
  store.remove(KIND, clock.id)
  store.emit('test_helpers.test_clock.deleted', clock)
  return { id: clock.id, object: KIND, deleted: true }
}
