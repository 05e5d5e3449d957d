import { describe, expect, test } from 'vitest'
import { RESERVED_SEGMENTS } from '../contract/addresses.ts'
import type { StepIo } from '../engine/steps/service-steps.ts'
import { serviceName } from '../engine/filter/service-names.ts'
import { pollTrigger } from './format/poll-trigger.fixture.ts'
import { stepIo } from './format/step-io.fixture.ts'
import type { ActionHttp, ServiceDefinition } from './format/service-definition.ts'
import { pastedFields } from './format/connect-values.ts'
import { serviceProblems } from './format/definition-schema.ts'
import { findService, serviceAddress } from './operator/known-services.ts'
import { allServices, serviceDefinitions } from './service-registry.ts'

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

const ofAll = <Step>(steps: (service: ServiceDefinition) => readonly Step[]) =>
  serviceDefinitions.flatMap((service) => steps(service).map((step) => ({ service, step })))

function runnable(service: ServiceDefinition) {
  const found = findService(service.module_name)
  if (!found) throw new Error(`No ${service.module_name}`)
  return found
}

/** Something pasted for each value that the service asks for. */
function pastedFor({ connect }: ServiceDefinition): Record<string, string> {
  const pasted = pastedFields(connect).map(({ slug, type, default_value }) => {
    return [slug, default_value ?? (type === 'text' ? 'pasted' : 'https://pasted.example/x')]
  })
  return Object.fromEntries(pasted)
}

function answerOf({ answer, status = 200 }: { answer: unknown; status?: number }): unknown {
  return typeof answer === 'string' ? new Response(answer, { status }) : answer
}

test.each(serviceDefinitions.map((service) => ({ service })))(
  'the file of $service.name has no mistake',
  ({ service }) => {
    expect(serviceProblems(service)).toEqual([])
  },
)

test('no two services share a module name or an identifier', () => {
  expect(new Set(serviceDefinitions.map(({ module_name }) => module_name)).size).toBe(serviceDefinitions.length)
  expect(new Set(allServices.map(({ identifier }) => identifier)).size).toBe(serviceDefinitions.length)
})

test.each(serviceDefinitions.flatMap(({ actions }) => actions.map(({ description }) => description)))(
  'an action says what it does: %s',
  (description) => {
    expect(description).toMatch(/^(?:[A-Z][a-z]*s|A) /)
  },
)

test('every service has a name that may be an address', () => {
  expect(allServices.filter(({ module_name }) => RESERVED_SEGMENTS.has(module_name))).toEqual([])
})

test('every service is named in filter code by its short name', () => {
  expect(serviceDefinitions.filter(({ identifier, short_name }) => identifier !== serviceName(short_name))).toEqual([])
})

function withoutFind(http: ActionHttp): ActionHttp {
  const { request, result } = http
  return result === undefined ? { request } : { request, result }
}

function triggersOf(module_name: string): ServiceDefinition['triggers'] {
  return serviceDefinitions.find((each) => each.module_name === module_name)?.triggers ?? []
}

type Mistake = [name: string, make: (service: ServiceDefinition) => Partial<ServiceDefinition>, problem: string]

test.each<Mistake>([
  ['an address without https', () => ({ base_url: 'http://api.test' }), 'base_url: must be an https address'],
  ['no address', () => ({ base_url: null }), 'base_url: is missing for a service with accounts'],
  [
    'a field that the step does not have',
    ({ queries }) => ({ queries: queries.map((each) => ({ ...each, fields: [] })) }),
    'open_issues: has no field repo',
  ],
  ['a step twice', ({ triggers }) => ({ triggers: [...triggers, ...triggers] }), 'new_star: is there twice'],
  [
    'a choice without options',
    ({ queries }) => ({
      queries: queries.map((each) => ({ ...each, fields: [{ slug: 'repo', label: 'Repository', type: 'select' }] })),
    }),
    'repo: needs options',
  ],
  [
    'a source that the service does not have',
    () => ({ triggers: triggersOf('feeds') }),
    'new_item: follows feed, which the service does not have',
  ],
  [
    'no way to find what was done',
    ({ actions }) => ({
      actions: actions.map((each) => ('http' in each ? { ...each, http: withoutFind(each.http) } : each)),
    }),
    'create_issue: does not say how to find what it did',
  ],
])('the check of a file names %s', (_, change, problem) => {
  const [service] = serviceDefinitions.filter(({ module_name }) => module_name === 'octoforge')
  if (!service) throw new Error('No octoforge')
  expect(serviceProblems({ ...service, ...change(service) })[0]).toBe(problem)
})

describe('every step', () => {
  test.each(ofAll(({ triggers }) => triggers.flatMap((each) => (each.mode === 'poll' ? each : []))))(
    'the trigger $service.module_name/$step.slug reads its sample',
    async ({ service, step }) => {
      const { io } = stepIo([answerOf(step.sample)], { credentials: pastedFor(service) })
      const { fields, state } = step.sample
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

  test.each(ofAll(({ triggers }) => triggers.flatMap((each) => (each.mode === 'push' ? each : []))))(
    'the trigger $service.module_name/$step.slug reads what its service sends',
    ({ service, step }) => {
      const call = { fields: step.sample.fields, applet_id: 1 }
      const item = runnable(service).triggers[step.slug]?.push?.read(JSON.stringify(step.sample.answer), call)
      expect(item?.at).toBeGreaterThan(0)
      expect(Object.fromEntries(step.ingredients.map(({ slug, example }) => [slug, example]))).toEqual(
        Object.fromEntries(Object.entries(item?.ingredients ?? {}).map(([slug, value]) => [slug, String(value)])),
      )
    },
  )

  test.each(ofAll(({ queries }) => queries))(
    'the query $service.module_name/$step.slug reads its sample',
    async ({ service, step }) => {
      const { io } = stepIo([answerOf(step.sample)], { store: aStore })
      io.readSource = async (source, fields) => {
        const call = { fields, etag: null, last_modified: null, state: null }
        const read = await runnable(service).sources[source]?.read(call, { ...io, operator_key: null })
        if (!read) throw new Error(`There is no source ${source}.`)
        return read.ok ? { ok: true, value: read.value.items } : read
      }
      const call = { fields: step.sample.fields, applet_id: 1 }
      const outcome = await runnable(service).queries[step.slug]?.run(call, io)
      if (!outcome?.ok) throw new Error(outcome?.problem.message)
      expect(Object.keys(outcome.value[0] ?? {}).toSorted()).toEqual(
        step.ingredients.map(({ slug }) => slug).toSorted(),
      )
    },
  )

  test.each(ofAll(({ actions }) => actions))(
    'the action $service.module_name/$step.slug succeeds with its sample',
    async ({ service, step }) => {
      const done = async () => ({ ok: true, value: null }) as const
      const deliver = { notify: done, mail: done, digest: done }
      // Some ask before they write.
      const { io } = stepIo([answerOf(step.sample), answerOf(step.sample)], {
        key: 'sy_run_0_0',
        deliver,
        store: aStore,
        credentials: pastedFor(service),
      })
      const call = { fields: step.sample.fields, applet_id: 1 }
      expect(await runnable(service).actions[step.slug]?.run(call, io)).toMatchObject({ ok: true })
    },
  )

  test.each(ofAll(({ actions }) => actions.filter(({ repeat }) => repeat === 'find')))(
    'the action $service.module_name/$step.slug can be found again',
    ({ service, step }) => {
      expect(runnable(service).actions[step.slug]?.find).toBeDefined()
    },
  )
})

test("the operator's address of a service comes before its file's", () => {
  expect(serviceAddress('octoforge', {})).toBe('https://api.octoforge.example')
  expect(serviceAddress('octoforge', { octoforge: 'https://gateway.example' })).toBe('https://gateway.example')
  expect(serviceAddress('feeds', { octoforge: 'https://gateway.example' })).toBe('')
  expect(serviceAddress('constructor', {})).toBe('')
})
