import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { methodOf } from '../../../worker/services/format/http/fill-request.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import { ROOT } from '../../processes/run.ts'
import { PUBLICATIONS } from './publications.fixture.ts'
import { longRequests, sampledRequests } from './sampled-requests.fixture.ts'

const steps = ({ triggers = [], queries = [], actions = [] }: ServiceDefinition) => [
  ...triggers,
  ...queries,
  ...actions,
]
const hasAccount = ({ connect }: ServiceDefinition) =>
  connect.kind !== 'none' && connect.account !== undefined && methodOf(connect.account) !== null
const OUTSIDE = serviceDefinitions().filter(({ hosts, connect }) => hosts.length > 0 || connect.kind !== 'none')
const ASKED = OUTSIDE.filter(
  (service) => hasAccount(service) || steps(service).some(({ request }) => request !== undefined),
)

const HELD = ASKED.flatMap((service) => {
  const publication = PUBLICATIONS[service.id]
  return publication ? { id: service.id, service, publication } : []
})

test('a service that no publication is named for is marked as new', () => {
  const unnamed = ASKED.filter(({ id }) => PUBLICATIONS[id] === undefined)
  expect(unnamed.filter(({ unverified }) => unverified !== true).map(({ id }) => id)).toEqual([])
  expect(ASKED.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(PUBLICATIONS)))
})

/** The steps of a service that nothing published is held against. */
function unheldSteps(service: ServiceDefinition): string[] {
  const unheld = steps(service).filter(({ request }) => !PUBLICATIONS[service.id] || !request)
  const named = unheld.map(({ slug }) => `\`${slug}\``).join(', ')
  return unheld.length === 0 ? [] : [`- ${service.name}: ${named}. They are code; its stand-in checks what they ask.`]
}

test('docs/services.md lists the steps that nothing published covers', () => {
  const text = readFileSync(join(ROOT, 'docs/services.md'), 'utf8')
  const [, listed = ''] = /Nothing published covers these steps[^\n]*:\n\n((?:- .*\n(?: {2}.*\n)*)+)/.exec(text) ?? []
  const named = OUTSIDE.filter(({ id, unverified }) => PUBLICATIONS[id] !== undefined || unverified !== true)
  expect(listed.replaceAll('\n  ', ' ').trim().split('\n')).toEqual(named.flatMap(unheldSteps))
})

describe.each(HELD)('$id', async ({ service, publication }) => {
  const { published } = publication
  const requests = await sampledRequests(service)

  test.each(requests)('$id is asked as published', ({ call }) => {
    expect(published().requestProblems(call)).toEqual([])
  })

  test.each(requests.flatMap(({ answer, ...rest }) => (answer ? { ...rest, answer } : [])))(
    '$id answers as published',
    ({ call, answer }) => {
      expect(published().answerProblems(call, answer)).toEqual([])
    },
  )

  test.each(await longRequests(service))('$id is cut to what is published', ({ call }) => {
    expect(published().requestProblems(call)).toEqual([])
  })

  test('a request that is not published is refused', () => {
    const call = { method: 'POST', path: '/api/nobody', query: { nobody: '1' }, body: '{"nobody":1}' }
    expect(published().requestProblems(call)).not.toEqual([])
  })
})
