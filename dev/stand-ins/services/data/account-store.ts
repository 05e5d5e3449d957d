import { randomBytes } from 'node:crypto'
import { sampleItems } from './sample-data.ts'
import type { Item } from './sample-data.ts'
import type { ServicesContext } from './services-state.ts'

/** The data of one account. Paths name a collection: "starred", or "repos/R01/issues" one level down. */
export type AccountStore = {
  accountId: string
  now: () => number
  /** Oldest first. */
  list(path: string): Item[]
  find(path: string, id: string): Item | undefined
  /** Adds an item with an id and `created_at`. `requestId` is the caller's X-Request-ID. */
  add(path: string, fields: Record<string, unknown>, requestId?: string | null): Item
  change(path: string, id: string, fields: Record<string, unknown>): Item | undefined
}

/** Notes that somebody read a list. */
export function noteRead(ctx: ServicesContext, accountId: string, path: string): void {
  const key = `${accountId}/${path}`
  ctx.reads.set(key, (ctx.reads.get(key) ?? 0) + 1)
}

export function accountStore(ctx: ServicesContext, accountId: string): AccountStore {
  const list = (path: string) => ctx.state.items[`${accountId}/${path}`] ?? sampleItems(`${accountId}/${path}`)
  const write = (path: string, items: Item[]) => {
    ctx.state.items[`${accountId}/${path}`] = items
    ctx.save()
  }
  return {
    accountId,
    now: ctx.now,
    list,
    find: (path, id) => list(path).find((item) => item.id === id),
    add: (path, fields, requestId = null) => {
      const created_at = new Date(ctx.now()).toISOString()
      const item: Item = { id: randomBytes(6).toString('hex'), created_at, ...fields, request_id: requestId }
      write(path, [...list(path), item])
      return item
    },
    change: (path, id, fields) => {
      const items = list(path).map((item) => (item.id === id ? { ...item, ...fields } : item))
      write(path, items)
      return items.find((item) => item.id === id)
    },
  }
}
