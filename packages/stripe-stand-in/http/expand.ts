import { deepCopy } from '../store/deep-copy.ts'
import { invalidRequest } from '../store/stripe-api-error.ts'
import type { Kind } from '../store/stripe-objects.ts'
import type { ObjectStore } from '../store/object-store.ts'

const MAX_DEPTH = 4

/** The kind of object that an id names. Coupons and products may have custom ids, so their field decides. */
const PREFIXES: [string, Kind][] = [
  ['cus_', 'customer'],
  ['cbtxn_', 'customer_balance_transaction'],
  ['pm_', 'payment_method'],
  ['price_', 'price'],
  ['promo_', 'promotion_code'],
  ['di_', 'discount'],
  ['sub_sched_', 'subscription_schedule'],
  ['sub_', 'subscription'],
  ['si_', 'subscription_item'],
  ['in_', 'invoice'],
  ['ii_', 'invoiceitem'],
  ['inpay_', 'invoice_payment'],
  ['pi_', 'payment_intent'],
  ['seti_', 'setup_intent'],
  ['ch_', 'charge'],
  ['re_', 'refund'],
  ['dp_', 'dispute'],
  ['clock_', 'test_helpers.test_clock'],
]
const FIELDS: Record<string, Kind> = { coupon: 'coupon', product: 'product' }

type Bag = Record<string, unknown>
/** Fields that responses include only when expanded, and how to make them, by `object` and field. */
export type Includable = { [object: string]: { [field: string]: (object: Bag, store: ObjectStore) => unknown } }
/** The requested expansions, by object. */
type Asked = WeakMap<object, Set<string>>

/** The object without any expansion, as in events and most responses. */
export function printObject(value: unknown, includable: Includable, asked?: Asked): unknown {
  if (Array.isArray(value)) return value.map((item) => printObject(item, includable, asked))
  if (!isBag(value)) return value
  const hidden = includable[String(value['object'])] ?? {}
  const isShown = (key: string) => !Object.hasOwn(hidden, key) || asked?.get(value)?.has(key)
  const shown = Object.entries(value).filter(([key]) => isShown(key))
  return Object.fromEntries(shown.map(([key, inner]) => [key, printObject(inner, includable, asked)]))
}

/** The response with the objects that `paths` name in place of their ids. Throws 400 for an impossible expansion. */
export function expand(answer: object, paths: readonly string[], store: ObjectStore, includable: Includable): unknown {
  const asked: Asked = new WeakMap()
  const full = paths.length > 0 ? deepCopy(answer) : answer
  for (const path of paths) {
    walk(full, path.split('.'), path)
  }
  return printObject(full, includable, asked)

  function walk(at: unknown, [part, ...rest]: string[], path: string): void {
    if (part === undefined) return
    if (Array.isArray(at)) return at.forEach((item) => walk(item, [part, ...rest], path))
    if (!isBag(at)) return
    const make = includable[String(at['object'])]?.[part]
    if (make && !asked.get(at)?.has(part)) {
      at[part] = make(at, store)
      asked.set(at, (asked.get(at) ?? new Set()).add(part))
    }
    if (!Object.hasOwn(at, part)) throw notExpandable(path)
    const value = at[part]
    if (typeof value === 'string') at[part] = find(part, value, path)
    if (Array.isArray(value)) at[part] = value.map((item) => (typeof item === 'string' ? find(part, item, path) : item))
    walk(at[part], rest, path)
  }

  function find(field: string, id: string, path: string): object {
    const kind = FIELDS[field] ?? PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1]
    const found = kind && store.get(kind, id)
    if (found) return found
    if (kind && store.wasDeleted(kind, id)) return { id, object: kind, deleted: true }
    throw notExpandable(path)
  }
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** 400 for paths of more than four levels, among which a list's `data` counts. */
export function checkDepth(paths: readonly string[]): void {
  const tooDeep = paths.find((path) => path.split('.').length > MAX_DEPTH)
  if (tooDeep === undefined) return
  throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${tooDeep}`, {
    code: 'property_expansion_max_depth',
    param: 'expand',
  })
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
