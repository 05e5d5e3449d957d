import type { StepIo } from '../../../../worker/engine/steps/service-steps.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import type { Exchange } from '../../doubles/testing/open-double.fixture.ts'
import { findRequests } from '../fit/find-requests.ts'

type Call = Pick<Exchange, 'method' | 'address' | 'body'>

/** Which of a service's `requests` a call is; null for any other. `base`: where the service is. */
export function nameOfRequest(
  service: ServiceDefinition,
  base: string,
  { method, address, body }: Call,
): string | null {
  const { pathname, searchParams } = new URL(address)
  const path = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length)
  const headers = new Headers(body === '' ? {} : { 'content-type': 'application/json' })
  const read = findRequests(service, { method, path, query: searchParams, headers, body })
  const found = read.kind === 'found' ? read.found : []
  const names = found.flatMap(({ asked }) => (asked.of === 'named' ? asked.name : []))
  return names.length < found.length ? null : (names[0] ?? null)
}

/** Answers a service's `requests` with their samples, and all else as `fetch` does. */
export function answeringByName(service: ServiceDefinition, base: string, fetch: StepIo['fetch']): StepIo['fetch'] {
  return async (address, init = {}) => {
    const { method = 'GET', body } = init
    const name = nameOfRequest(service, base, { method, address, body: String(body ?? '') })
    const answer = name === null ? undefined : service.samples?.requests?.[name]?.answer
    return answer === undefined ? fetch(address, init) : { ok: true, value: Response.json(answer) }
  }
}
