import { invalidRequest } from '../store/stripe-api-error.ts'
import { hash, integer, text, type Input } from './params.ts'

export const paging = { limit: integer, starting_after: text }
/** For lists that can be filtered by time. */
export const pagingByTime = { ...paging, created: hash({ gte: integer, lte: integer }) }

type Paging = Input<typeof paging> & { created?: Input<typeof pagingByTime>['created'] }
type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** A page of a list, newest first, as in every list of Stripe's. */
export function paginate<T extends { id: string }>(everything: T[], input: Paging, url: string): List<T> {
  const { limit = 10, starting_after } = input
  if (limit < 1 || limit > 100)
    throw invalidRequest('Limit must be between 1 and 100', { param: 'limit', code: 'parameter_invalid_integer' })
  const items = everything.filter((item) => isWithin(item, input.created))
  const from = starting_after === undefined ? 0 : placeOf(items, starting_after) + 1
  return page(items.slice(from, from + limit), items.length > from + limit, url)
}

/** Whether an object has the values that a list was asked for under these names. */
export function hasAsked<Name extends string>(input: { [K in Name]?: unknown }, ...names: Name[]) {
  return (each: { [K in Name]?: unknown }) =>
    names.every((name) => input[name] === undefined || input[name] === each[name])
}

/** A list inside an object, never split into pages. */
export function wholeList<T>(data: T[], url: string): List<T> {
  return page(data, false, url)
}

function page<T>(data: T[], has_more: boolean, url: string): List<T> {
  return { object: 'list', data, has_more, url }
}

function placeOf(items: { id: string }[], starting_after: string): number {
  const index = items.findIndex((item) => item.id === starting_after)
  if (index >= 0) return index
  throw invalidRequest(`No such object: '${starting_after}'`, { code: 'resource_missing', param: 'starting_after' })
}

function isWithin(item: object, created: Paging['created']): boolean {
  if (created === undefined) return true
  const { gte = -Infinity, lte = Infinity } = created
  const at = 'created' in item ? Number(item.created) : 0
  return at >= gte && at <= lte
}
