import * as z from 'zod/mini'
import type { AccountStore } from '../data/account-store.ts'
import type { Item } from '../data/sample-data.ts'

/** A text that must say something. */
export const someText = z.string().check(z.minLength(1), z.maxLength(20_000))

/** Where an item is being added: its account, and its parent's id in a collection one level down. */
type Place = { store: AccountStore; parent: string | undefined }

type Create = {
  scope: string
  body: z.ZodMiniObject
  /** False for an API that creates again when a request is repeated. Otherwise Idempotency-Key is honored. */
  honorsKeys?: false
  /** Fields that the service itself adds. */
  complete?: (body: Record<string, unknown>, place: Place) => Record<string, unknown>
  /** Anything else that then happens at the service. */
  effect?: (item: Item, place: Place) => void
}

/** A collection of a service's API: its scopes, what it accepts, and how its items appear as form options. */
export type Resource = {
  path: string
  read: string
  /** Field that names an item in /api/options/{path}; absent when items are not form options. */
  label?: string
  /** `fixed` keeps its order; what people add to is listed newest first. */
  order?: 'fixed'
  /** The parent's id may be `all`: one item for all parents. */
  ofAll?: true
  /** Query parameters that narrow a list. */
  filters?: Record<string, (item: Item, value: string) => boolean>
  /** Query parameter that each item repeats. */
  repeats?: string
  create?: Create
  /** `all`: PUT on the collection changes each of its items. */
  update?: {
    scope: string
    body: z.ZodMiniObject
    all?: true
    effect?: (before: Item, after: Item, store: AccountStore) => void
  }
  child?: Resource
}

/** For a filter: the item's field is this value. */
export const is = (field: string) => (item: Item, value: string) => String(item[field]) === value
