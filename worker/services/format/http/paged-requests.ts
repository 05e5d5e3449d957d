import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { linkedAddress } from '../../../system/outbound/linked-page.ts'
import { isThere, readEntries, readPlace, toId } from '../answer-place.ts'
import { serverField } from '../connect-values.ts'
import { placedAddress } from '../placed-address.ts'
import { protocolProblem, requestJson, type RequestOwner, type Sending, type Sent } from './send-request.ts'
import type { NextFile, RequestFile, ServiceDefinition } from '../service-definition.ts'
import { fill } from '../template.ts'

/** Whether a request's templates name this value. */
export function namesValue(request: RequestFile, name: string): boolean {
  return new RegExp(String.raw`\{\{\s*${name}\b`).test(JSON.stringify(request))
}

/** A user's own server tells all it knows of each of its things. */
const OWN_LIST_MAX_BYTES = 4 * 1024 * 1024

type Page = { next: NextFile | undefined; page: string | null }

/** Asks for one page: the first one, or the one that the page before named. */
export function requestPage(
  service: RequestOwner,
  asking: Sending,
  { next, page }: Page,
  io: StepIo,
): Promise<StepOutcome<Sent>> {
  const sending = serverField(service) === null ? asking : { max_bytes: OWN_LIST_MAX_BYTES, ...asking }
  if (page === null || next === undefined) return requestJson(service, sending, io)
  if (isAddressed(next)) return requestJson(service, { ...sending, address: page }, io)
  const { request } = sending
  const query = namesValue(request, 'next') ? {} : { [typeof next === 'string' ? 'cursor' : next.query]: page }
  const asked = { ...request, query: { ...request.query, ...query } }
  return requestJson(service, { ...sending, request: asked, known: { ...sending.known, next: page } }, io)
}

function isAddressed(next: NextFile): next is Extract<NextFile, { link: 'next' } | { address: string }> {
  return typeof next === 'object' && ('link' in next || 'address' in next)
}

/** What asks for the page after this one; null for the last page. A problem where it is at somebody else's address. */
export function nextPage(
  service: RequestOwner,
  next: NextFile | undefined,
  { sent, items }: { sent: Sent; items: string },
  base_url: string,
): StepOutcome<string | null> {
  if (next === undefined) return { ok: true, value: null }
  if (typeof next === 'string' || 'from' in next) {
    const cursor = toId(readPlace(sent.value, typeof next === 'string' ? next : next.from))
    // As a parameter it would ask for the first page again, and what is on the others would be lost.
    return isPageAddress(cursor ?? '') ? protocolProblem(service, sent.status) : { ok: true, value: cursor }
  }
  if ('last' in next) return { ok: true, value: lastValue(next, sent, items) }
  const named = 'link' in next ? linkedAddress(sent.headers, next.link) : toId(readPlace(sent.value, next.address))
  if (named === null) return { ok: true, value: null }
  const address = ownAddress(service, base_url, named)
  return address === null ? protocolProblem(service, sent.status) : { ok: true, value: address }
}

/** Whether a cursor is the address of a page: a whole one, or a path with parameters. */
export function isPageAddress(cursor: string): boolean {
  return /^(?:https?:\/\/\S+|\/\S*\?\S+=\S*)$/.test(cursor)
}

function lastValue(next: Extract<NextFile, { last: string }>, sent: Sent, items: string): string | null {
  if (next.while !== undefined && !isThere(readPlace(sent.value, next.while))) return null
  const last = readEntries(sent.value, items, (template) => fill(template, sent.scope))?.at(-1)
  return last === undefined ? null : toId(readPlace(last.item, next.last))
}

/** A page's whole address at one of the service's hosts; null for one that is elsewhere. */
function ownAddress(service: RequestOwner, base_url: string, named: string): string | null {
  if (named.startsWith('/') && !named.startsWith('//')) return placedAddress(service, base_url, named)
  if (!URL.canParse(named)) return null
  const address = placedAddress(service, base_url, named)
  return isAtHost(service, base_url, address) ? address : null
}

function isAtHost(
  { hosts = [] }: Partial<Pick<ServiceDefinition, 'hosts'>>,
  base_url: string,
  address: string,
): boolean {
  const { origin, protocol, host } = new URL(address)
  return origin === new URL(base_url).origin || (protocol === 'https:' && hosts.includes(host))
}
