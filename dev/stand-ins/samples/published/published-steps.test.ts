import { describe, expect, test } from 'vitest'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../../worker/services/service-registry.ts'
import { PUBLICATIONS } from './publications.fixture.ts'
import { sampledRequests } from './sampled-requests.fixture.ts'

const steps = ({ triggers = [], queries = [], actions = [] }: ServiceDefinition) => [
  ...triggers,
  ...queries,
  ...actions,
]
const ASKED = serviceDefinitions.filter((service) => steps(service).some(({ request }) => request !== undefined))

const HELD = ASKED.flatMap((service) => {
  const publication = PUBLICATIONS[service.id]
  return publication && 'published' in publication ? { id: service.id, service, publication } : []
})

test('each service that is asked has a publication, or why none', () => {
  expect(Object.keys(PUBLICATIONS).toSorted()).toEqual(ASKED.map(({ id }) => id).toSorted())
})

describe.each(HELD)('$id', async ({ service, publication }) => {
  const { published, opened } = publication
  const requests = await sampledRequests(service, opened)

  test.each(requests)('$id is asked as published', ({ call }) => {
    expect(published().requestProblems(call)).toEqual([])
  })

  test.each(requests.flatMap(({ answer, ...rest }) => (answer ? { ...rest, answer } : [])))(
    '$id answers as published',
    ({ call, answer }) => {
      expect(published().answerProblems(call, answer)).toEqual([])
    },
  )

  test('a request that is not published is refused', () => {
    const call = { method: 'POST', path: '/api/nobody', query: { nobody: '1' }, body: '{"nobody":1}' }
    expect(published().requestProblems(call)).not.toEqual([])
  })
})
