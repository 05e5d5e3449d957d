import { describe, expect, test } from 'vitest'
import { RESERVED_SEGMENTS } from '../contract/addresses.ts'
import type { StepIo } from '../engine/steps/service-steps.ts'
import { pollTrigger } from './format/poll-trigger.fixture.ts'
import { stepIo } from './format/step-io.fixture.ts'
import { identifierOf, type Sample, type ServiceDefinition } from './format/service-definition.ts'
import { pastedFields } from './format/connect-values.ts'
import { serviceProblems } from './format/check/service-problems.ts'
import { findService, serviceAddress } from './known-services.ts'
import { serviceFiles } from './json-services.ts'
import { serviceDefinitions } from './service-registry.ts'
import { servicesInCode } from './services-in-code.ts'

const kept = { value: '7', at: Date.UTC(2026, 2, 1, 12) }
const stored = { ok: true, value: null } as const
/** A user's store that holds what is asked for. */
const aStore: StepIo['store'] = {
  value: () => kept,
  list: () => [kept],
  set: () => stored,
  add: () => stored,
  count: () => ({ ok: true, value: 8 }),
}

/** Every step of a kind that has a sample. Our own triggers that something else starts have none. */
function ofAll<Segment extends 'triggers' | 'queries' | 'actions'>(segment: Segment) {
  type Step = NonNullable<ServiceDefinition[Segment]>[number]
  return serviceDefinitions().flatMap((service) => {
    const steps: readonly Step[] = service[segment] ?? []
    return steps.flatMap((step) => {
      const sample = service.samples?.[segment]?.[step.slug]
      return sample ? [{ service, step, sample, fields: sample.fields ?? {} }] : []
    })
  })
}

function isPushed({ service, step }: { service: ServiceDefinition; step: { slug: string } }): boolean {
  const code = service.code?.triggers?.[step.slug]
  return code !== undefined && 'push' in code
}

function isAround({ service, step }: { service: ServiceDefinition; step: { slug: string } }): boolean {
  const code = service.code?.actions?.[step.slug]
  return code !== undefined && 'asked' in code
}

function runnable(service: ServiceDefinition) {
  const found = findService(service.id)
  if (!found) throw new Error(`No ${service.id}`)
  return found
}

/** Something pasted for each value that the service asks for. */
function pastedFor({ connect }: ServiceDefinition): Record<string, string> {
  const pasted = pastedFields(connect).map(({ slug, type, default_value }) => {
    return [slug, default_value ?? (type === 'text' ? 'pasted' : 'https://garden.example/chat')]
  })
  return Object.fromEntries(pasted)
}

function answerOf({ answer, status = 200 }: Sample): unknown {
  return typeof answer === 'string' ? new Response(answer, { status }) : answer
}

test.each(serviceDefinitions().map((service) => ({ service })))(
  'the file of $service.name has no mistake',
  ({ service }) => {
    expect(serviceProblems(service)).toEqual([])
  },
)

test('no two services share a module name or an identifier', () => {
  expect(serviceDefinitions()).toHaveLength(servicesInCode.length + serviceFiles.length)
  expect(new Set(serviceDefinitions().map(identifierOf)).size).toBe(serviceDefinitions().length)
})

test.each(serviceDefinitions().flatMap(({ actions = [] }) => actions.flatMap(({ description }) => description ?? [])))(
  'an action says what it does: %s',
  (description) => {
    expect(description).toMatch(/^(?:[A-Z][a-z]*s|A) /)
  },
)

test('every service has a name that may be an address', () => {
  expect(serviceDefinitions().filter(({ id }) => RESERVED_SEGMENTS.has(id))).toEqual([])
})

test('every service is named in filter code by its short name', () => {
  expect(serviceDefinitions().filter((service) => runnable(service).identifier !== identifierOf(service))).toEqual([])
})

test('every step says in a sentence what it does', () => {
  const steps = serviceDefinitions().flatMap(({ triggers = [], queries = [], actions = [] }) => [
    ...triggers,
    ...queries,
    ...actions,
  ])
  expect(steps.filter(({ phrase }) => phrase === undefined)).toEqual([])
})

type Mistake = [name: string, make: (service: ServiceDefinition) => Partial<ServiceDefinition>, problem: string]

test.each<Mistake>([
  ['an address in place of a host', () => ({ hosts: ['http://api.test'] }), 'hosts.0: must be like api.acme.test'],
  ['no host', () => ({ hosts: [] }), 'hosts: is empty: a service with accounts is asked somewhere.'],
  [
    'a field that the step does not have',
    ({ queries = [] }) => ({ queries: queries.map((each) => ({ ...each, fields: [] })) }),
    'queries.0.request: cannot fill in {{fields.repository.owner}}.',
  ],
  [
    'a value in a sentence that the step does not have',
    ({ queries = [] }) => ({ queries: queries.map((each) => ({ ...each, sentence: 'the {{fields.color}}' })) }),
    'queries.0.sentence: cannot fill in {{fields.color}}.',
  ],
  [
    'a step twice',
    ({ triggers = [] }) => ({ triggers: triggers.flatMap((each) => [each, each]) }),
    'triggers.1.slug: is there twice. Rename one.',
  ],
  [
    'a choice without options',
    ({ queries = [] }) => ({
      queries: queries.map((each) => ({
        ...each,
        fields: [{ slug: 'repository', label: 'Repository', type: 'select' }],
      })),
    }),
    'queries.0.fields.0: needs options.',
  ],
  [
    'nothing that its code could poll',
    ({ triggers = [] }) => ({
      triggers: triggers.map(({ request: _request, ...each }) => each),
      code: { triggers: { [triggers[0]?.slug ?? '']: { polled: ({ poll }) => ({ poll }) } } },
    }),
    'triggers.0.request: is missing.',
  ],
  [
    'a request without a sample',
    () => ({ requests: { lookup: { get: '/user' } } }),
    'requests.lookup: has no sample. Add one under "samples.requests.lookup".',
  ],
  [
    'a sample of no request',
    ({ samples }) => ({ samples: { ...samples, requests: { lookup: { answer: [] } } } }),
    'samples.requests.lookup: there is no request lookup. Remove this sample.',
  ],
  [
    'a value that the sample of a request does not have',
    ({ samples }) => ({
      requests: { lookup: { get: '/users/{{values.name}}' } },
      samples: { ...samples, requests: { lookup: { values: { id: '1' }, answer: [] } } },
    }),
    'requests.lookup: cannot fill in {{values.name}}. There are values.id.',
  ],
  [
    'a value that the sample of a step does not have',
    ({ queries = [] }) => ({ queries: queries.map((each) => ({ ...each, request: { get: '/{{values.name}}' } })) }),
    'queries.0.request: cannot fill in {{values.name}}.',
  ],
  [
    'no way to find what was done',
    ({ actions = [] }) => ({ actions: actions.map(({ find: _find, ...each }) => each) }),
    'actions.0: does not say how to find what it did.',
  ],
])('the check of a file names %s', (_, change, problem) => {
  const [service] = serviceDefinitions().filter(({ id }) => id === 'github')
  if (!service) throw new Error('No github')
  expect(serviceProblems({ ...service, ...change(service) })).toContain(problem)
})

test('a trigger follows a source that its service has', () => {
  for (const { code } of serviceDefinitions())
    for (const trigger of Object.values(code?.triggers ?? {}))
      if ('source' in trigger) expect(Object.keys(code?.sources ?? {})).toContain(trigger.source.source)
})

test('code is of steps that there are', () => {
  for (const { code, triggers = [], queries = [], actions = [] } of serviceDefinitions()) {
    const has = (steps: readonly { slug: string }[]) => steps.map(({ slug }) => slug)
    expect(has(triggers)).toEqual(expect.arrayContaining(Object.keys(code?.triggers ?? {})))
    expect(has(queries)).toEqual(expect.arrayContaining(Object.keys(code?.queries ?? {})))
    expect(has(actions)).toEqual(expect.arrayContaining(Object.keys(code?.actions ?? {})))
  }
})

describe('every step', () => {
  test.each(ofAll('triggers').filter((each) => !isPushed(each)))(
    'the trigger $service.id/$step.slug reads its sample',
    async ({ service, step, sample, fields }) => {
      const { io } = stepIo([answerOf(sample)], { credentials: pastedFor(service) })
      const { state } = sample
      const known = { etag: null, last_modified: null, ...(state !== undefined && { state }) }
      const outcome = await pollTrigger(runnable(service), step.slug, fields, io, known)
      if (!outcome.ok) throw new Error(outcome.problem.message)
      const [first] = outcome.value.items
      expect(first?.at).toBeGreaterThan(0)
      expect(Object.fromEntries(step.ingredients.map(({ slug, example }) => [slug, example]))).toEqual(
        Object.fromEntries(Object.entries(first?.ingredients ?? {}).map(([slug, value]) => [slug, String(value)])),
      )
    },
  )

  test.each(ofAll('triggers').filter(isPushed))(
    'the trigger $service.id/$step.slug reads what its service sends',
    ({ service, step, sample, fields }) => {
      const call = { fields, applet_id: 1 }
      const item = runnable(service).triggers[step.slug]?.push?.read(JSON.stringify(sample.answer), call)
      expect(item?.at).toBeGreaterThan(0)
      expect(Object.fromEntries(step.ingredients.map(({ slug, example }) => [slug, example]))).toEqual(
        Object.fromEntries(Object.entries(item?.ingredients ?? {}).map(([slug, value]) => [slug, String(value)])),
      )
    },
  )

  test.each(ofAll('queries'))(
    'the query $service.id/$step.slug reads its sample',
    async ({ service, step, sample, fields }) => {
      const { io } = stepIo([answerOf(sample)], { store: aStore })
      io.readSource = async (source, named) => {
        const call = { fields: named, etag: null, last_modified: null, state: null }
        const read = await runnable(service).sources[source]?.read(call, { ...io, operator_key: null })
        if (!read) throw new Error(`There is no source ${source}.`)
        return read.ok ? { ok: true, value: read.value.items } : read
      }
      const call = { fields, applet_id: 1 }
      const outcome = await runnable(service).queries[step.slug]?.run(call, io)
      if (!outcome?.ok) throw new Error(outcome?.problem.message)
      expect(Object.keys(outcome.value[0] ?? {}).toSorted()).toEqual(
        step.ingredients.map(({ slug }) => slug).toSorted(),
      )
    },
  )

  // What code asks by name has samples of its own, which the sample servers answer.
  test.each(ofAll('actions').filter((each) => !isAround(each)))(
    'the action $service.id/$step.slug succeeds with its sample',
    async ({ service, step, sample, fields }) => {
      const done = async () => ({ ok: true, value: null }) as const
      const deliver = { notify: done, mail: done, digest: done }
      // Some ask before they write.
      const { io } = stepIo([answerOf(sample), answerOf(sample)], {
        key: 'sy_run_0_0',
        deliver,
        store: aStore,
        credentials: pastedFor(service),
      })
      const call = { fields, applet_id: 1 }
      expect(await runnable(service).actions[step.slug]?.run(call, io)).toMatchObject({ ok: true })
    },
  )
})

test("the operator's address of a service comes before its file's", () => {
  expect(serviceAddress('github', {})).toBe('https://api.github.com')
  expect(serviceAddress('github', { github: 'https://gateway.example' })).toBe('https://gateway.example')
  expect(serviceAddress('feeds', { github: 'https://gateway.example' })).toBe('')
  expect(serviceAddress('constructor', {})).toBe('')
})
