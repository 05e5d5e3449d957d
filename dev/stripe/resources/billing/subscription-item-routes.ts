import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import type { ChangedItem } from '../../engine/subscriptions/plan-change.ts'
import { followItems } from '../../engine/subscriptions/schedule-machine.ts'
import { updateSubscription } from '../../engine/subscriptions/update-subscription.ts'
import { missing } from '../../store/stripe-api-error.ts'
import { paginate } from '../../http/paginate.ts'
import { bool, integer, metadata, required, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { behavior, itemListParams, price, prorations } from './subscription-params.ts'

type Subscription = Objects['subscription']
type Item = Objects['subscription_item']

const changing = { payment_behavior: behavior, proration_behavior: prorations, proration_date: integer }
const createParams = {
  ...price,
  ...changing,
  subscription: required(text),
} satisfies Known<Stripe.SubscriptionItemCreateParams>
const updateParams = {
  ...price,
  ...changing,
  metadata,
  off_session: bool,
} satisfies Known<Stripe.SubscriptionItemUpdateParams>
const deleteParams = { ...changing, clear_usage: bool } satisfies Known<Stripe.SubscriptionItemDeleteParams>

/** Changes one item, exactly as through its subscription. */
export function subscriptionItemRoutes(api: Api): void {
  const at = '/v1/subscription_items'
  route(api, 'get', at, { params: itemListParams }, list)
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', `${at}/:id`, {}, (_, { store, path }) => find(store, path('id')).item)
  route(api, 'post', `${at}/:id`, { params: updateParams }, update)
  route(api, 'delete', `${at}/:id`, { params: deleteParams }, remove)
}

function list(input: Input<typeof itemListParams>, { store, url }: Call): object {
  return paginate(named(store, 'subscription', input.subscription, 'subscription').items.data, input, url)
}

function find(store: ObjectStore, id: string): { subscription: Subscription; item: Item } {
  const [subscription] = store.all('subscription', ({ items }) => items.data.some((each) => each.id === id))
  const item = subscription?.items.data.find((each) => each.id === id)
  if (subscription !== undefined && item !== undefined) return { subscription, item }
  throw missing('subscription_item', id, 'item')
}

function create(input: Input<typeof createParams>, { store }: Call): Item {
  const subscription = named(store, 'subscription', input.subscription, 'subscription')
  const after = changeItem(store, subscription, itemWish(input), input)
  return after.items.data.at(-1) ?? find(store, '').item
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Item {
  const { subscription, item } = find(store, path('id'))
  changeItem(store, subscription, { ...itemWish(input), id: item.id }, input)
  return find(store, item.id).item
}

function remove(input: Input<typeof deleteParams>, { store, path }: Call): object {
  const { subscription, item } = find(store, path('id'))
  changeItem(store, subscription, { id: item.id, deleted: true }, input)
  return { id: item.id, object: 'subscription_item', deleted: true }
}

function itemWish({ price: id, plan, price_data, quantity, metadata: names }: Input<typeof price>): ChangedItem {
  return {
    ...(id !== undefined && { price: id }),
    ...(plan !== undefined && { plan }),
    ...(price_data !== undefined && { price_data }),
    ...(quantity !== undefined && { quantity }),
    ...(names !== undefined && { metadata: names }),
  }
}

function changeItem(
  store: ObjectStore,
  subscription: Subscription,
  wish: ChangedItem,
  how: Input<typeof changing>,
): Subscription {
  const moment = momentOf(store, subscription.customer)
  return store.atomically(() => {
    const after = updateSubscription(moment, subscription, {
      items: [wish],
      prorations: how.proration_behavior ?? 'create_prorations',
      proration_date: how.proration_date,
      behavior: how.payment_behavior ?? 'allow_incomplete',
      onSession: true,
      fields: {},
    })
    followItems(moment, after)
    return after
  })
}
