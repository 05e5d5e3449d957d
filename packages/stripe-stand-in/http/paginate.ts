import { invalidRequest } from '../store/stripe-api-error.ts'
import { integer, range, text, type Input } from './params.ts'

export const paging = { limit: integer, starting_after: text, ending_before: text }
/** For lists that can be filtered by time. */
export const pagingByTime = { ...paging, created: range }

type Paging = Input<typeof paging> & { created?: Input<typeof pagingByTime>['created'] }
type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** A page of a list, newest first, as in every list of Stripe's. */
export function paginate<T extends { id: string }>(everything: T[], input: Paging, url: string): List<T> {
  const { limit = 10, starting_after, ending_before } = input
  if (limit < 1 || limit > 100)
    throw invalidRequest('Limit must be between 1 and 100', { param: 'limit', code: 'parameter_invalid_integer' })
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.')
  const items = everything.filter((item) => isWithin(item, input.created))
  if (ending_before !== undefined) {
    const before = items.slice(0, position(items, ending_before, 'ending_before'))
    return page(before.slice(-limit), before.length > limit, url)
  }
  const from = starting_after === undefined ? 0 : position(items, starting_after, 'starting_after') + 1
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

function position(items: { id: string }[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param })
  return index
}

function isWithin(item: object, created: Paging['created']): boolean {
  if (created === undefined) return true
  const at = 'created' in item ? Number(item.created) : 0
  if (typeof created === 'number') return at === created
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = created
  return at > gt && at >= gte && at < lt && at <= lte
}
