import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { periodFrom } from '../amounts/billing-periods.ts'
import type { Period } from '../amounts/billing-periods.ts'
import type { Moment } from '../../store/change-object.ts'
import { creditLine, debitLine, itemCost, periodLine, recurringOf } from '../invoices/invoice-lines.ts'
import type { Credited, Planned } from '../invoices/invoice-lines.ts'
import { periodOf, withItems } from './subscription-defaults.ts'
import { pendingOf } from '../invoices/pending-invoice-items.ts'
import { switchAt } from '../amounts/proration.ts'
import { invoicesOf } from './change-subscription.ts'
import { newItem, planOf, priceOf, withoutDuplicates } from './new-subscription-item.ts'
import { inCurrency } from './one-currency.ts'
import type { ItemWish } from './new-subscription-item.ts'

type Subscription = Objects['subscription']
type Item = Objects['subscription_item']

type Prorations = 'always_invoice' | 'create_prorations' | 'none'
export type ChangedItem = Omit<ItemWish, 'price_data'> & { id?: string; deleted?: boolean }
export type PlanWish = {
  items: ChangedItem[]
  prorations: Prorations
  /** The second at which the change takes effect; default: now. */
  proration_date?: number | undefined
  /** Begins a new billing cycle. */
  restarts?: boolean
  /** Ends a trial now. */
  endsTrial?: boolean
}

/** The changed subscription, the cost, and whether it is billed at once. */
export type PlanChange = { next: Subscription; lines: Planned[]; billsNow: boolean; period: Period }

/**
 * A change of price or quantity (§4.3). Within one interval, the unused part is credited and the rest charged, to the
 * second. Another interval, a new cycle or a trial's end starts a whole new period, which is billed at once.
 */
export function planChange(moment: Moment, subscription: Subscription, wish: PlanWish): PlanChange {
  const { now } = moment
  const period = periodOf(subscription)
  const at = prorationDate(wish.proration_date, now, period)
  const data = changedItems(moment, subscription, wish.items)
  const trialEnds = subscription.status === 'trialing' && wish.endsTrial === true
  const changed = withItems(subscription, data)
  if (subscription.status === 'trialing' && !trialEnds) return { next: changed, lines: [], billsNow: false, period }
  const restarts = wish.restarts === true || hasOtherInterval(subscription, data)
  // The renewal of this second bills the whole next period.
  if (now === period.end && !trialEnds)
    return { next: atRenewal(changed, restarts, now), lines: [], billsNow: false, period }
  const resets = trialEnds || restarts
  const left = trialEnds || wish.prorations === 'none' ? [] : credits(moment.store, subscription, data, at, resets)
  if (resets) return newPeriod(moment, changed, left, trialEnds)
  const lines = wish.prorations === 'none' ? [] : [...left, ...debits(moment.store, subscription, data, at)]
  return {
    next: changed,
    lines,
    billsNow: wish.prorations === 'always_invoice' && lines.length > 0,
    period: { start: at, end: period.end },
  }
}

function prorationDate(asked: number | undefined, now: number, { start, end }: Period): number {
  const at = asked ?? Math.min(Math.max(now, start), end)
  if (at >= start && at <= end) return at
  throw invalidRequest('Invalid proration_date: it must be within the current billing period of the subscription.', {
    param: 'proration_date',
  })
}

function atRenewal(changed: Subscription, restarts: boolean, now: number): Subscription {
  return restarts ? { ...changed, billing_cycle_anchor: now } : changed
}

function newPeriod({ store, now }: Moment, changed: Subscription, credited: Planned[], trialEnds: boolean): PlanChange {
  const data = changed.items.data.map((item) => {
    const { start, end } = periodFrom(now, now, recurringOf(item.price))
    return { ...item, current_period_start: start, current_period_end: end }
  })
  const next = {
    ...withItems(changed, data),
    billing_cycle_anchor: now,
    ...(trialEnds && { trial_end: now, status: 'active' as const }),
  }
  const period = periodOf(next)
  const lines = data.map((item) => periodLine(store, item, period))
  return { next, lines: [...credited, ...lines], billsNow: true, period }
}

/** Changes items with an id, adds items without one, and keeps the others. */
function changedItems(moment: Moment, subscription: Subscription, wishes: ChangedItem[]): Item[] {
  const { currency } = subscription
  const kept = subscription.items.data.flatMap((item) => {
    const index = wishes.findIndex((wish) => wish.id === item.id)
    const wish = wishes[index]
    if (wish === undefined) return [item]
    if (wish.deleted === true) return []
    const param = `items[${index}]`
    return [inCurrency(changedItem(moment, item, wish, param), currency, param)]
  })
  const unknown = wishes.findIndex((wish) => wish.id !== undefined && !isItemOf(subscription, wish.id))
  if (unknown >= 0) {
    const message = `No such subscription item: '${wishes[unknown]?.id}'`
    throw invalidRequest(message, { code: 'resource_missing', param: `items[${unknown}][id]` })
  }
  const added = wishes.flatMap((wish, index) => {
    if (wish.id !== undefined) return []
    const param = `items[${index}]`
    return [inCurrency(newItem(moment, subscription.id, wish, periodOf(subscription), param), currency, param)]
  })
  return withoutDuplicates([...kept, ...added])
}

function isItemOf({ items }: Subscription, id: string): boolean {
  return items.data.some((item) => item.id === id)
}

function changedItem(moment: Moment, item: Item, wish: ChangedItem, param: string): Item {
  const price = wish.price === undefined ? item.price : priceOf(moment, wish, param)
  return { ...item, price, plan: planOf(price), quantity: wish.quantity ?? item.quantity ?? 1 }
}

function hasOtherInterval(subscription: Subscription, data: Item[]): boolean {
  const before = new Set(subscription.items.data.map(({ price }) => price.recurring?.interval))
  return data.some(({ price }) => !before.has(price.recurring?.interval))
}

/** Credits for the unused part of the items that change, or of all items if a new period begins. */
function credits(store: ObjectStore, subscription: Subscription, data: Item[], at: number, all: boolean): Planned[] {
  const items = subscription.items.data.filter((item) => all || hasChanged(item, data))
  return items.map((item) => unused(store, subscription, item, at))
}

/** Credits for the unused part of all items. */
export function unusedTime(store: ObjectStore, subscription: Subscription, at: number): Planned[] {
  return subscription.items.data.map((item) => unused(store, subscription, item, at))
}

function unused(store: ObjectStore, subscription: Subscription, item: Item, at: number): Planned {
  const billed = billedFor(store, subscription, item, at)
  const { credit } = switchAt(at, billed, { amount: 0, period: billed.period })
  return creditLine(store, item, credit, { start: at, end: billed.period.end }, billed.credited)
}

function debits(store: ObjectStore, subscription: Subscription, data: Item[], at: number): Planned[] {
  const period = periodOf(subscription)
  return data
    .filter((item) => hasChanged(item, subscription.items.data))
    .map((item) => {
      const { debit } = switchAt(at, null, { amount: itemCost(item), period })
      return debitLine(store, item, debit, { start: at, end: period.end })
    })
}

function hasChanged(item: Item, others: Item[]): boolean {
  const other = others.find((each) => each.id === item.id)
  return other?.price.id !== item.price.id || (other.quantity ?? 1) !== (item.quantity ?? 1)
}

type Billed = { amount: number; period: Period; credited: Credited }

/** The last line billed for the item that covers this second, because a credit is based on what was really paid. */
function billedFor(store: ObjectStore, subscription: Subscription, item: Item, at: number): Billed {
  const covers = ({ start, end }: Period) => start <= at && at <= end
  const waiting = pendingOf(store, subscription.customer)
    .filter((each) => each.parent?.subscription_details?.subscription_item === item.id)
    .findLast((each) => each.amount >= 0 && !each.proration_details && covers(each.period))
  if (waiting !== undefined) return { amount: waiting.amount, period: waiting.period, credited: null }
  for (const invoice of invoicesOf(store, subscription.id)) {
    if (invoice.status === 'void') continue
    const line = invoice.lines.data.findLast((each) => {
      const details = each.parent?.subscription_item_details
      const credit = details?.proration_details?.credited_items || each.amount < 0
      return details?.subscription_item === item.id && !credit && covers(each.period)
    })
    if (line === undefined) continue
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return { amount: line.amount - off, period: line.period, credited: { invoice: invoice.id, lines: [line.id] } }
  }
  return { amount: itemCost(item), period: periodOf(subscription), credited: null }
}
