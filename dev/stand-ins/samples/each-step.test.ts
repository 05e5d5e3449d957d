import { expect, test } from 'vitest'
import { HOUR } from '../../../worker/contract/shared/durations.ts'
import { askLiveOptions } from '../../../worker/services/format/http/ask-live-options.ts'
import type { ProgramStep } from '../../../worker/system/runner-api/program.ts'
import { methodOf } from '../../../worker/services/format/http/fill-request.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { askedByName, askedForClient, EFFECT_KEY } from './testing/asked-by-name.fixture.ts'
import { sampledStep } from './testing/sampled-step.fixture.ts'
import { sampleScene } from './testing/sample-scene.fixture.ts'
import { ACME } from './sampled-services.ts'

const NOTICE = { id: 1, kind: 'action', module_name: 'notifications', slug: 'send', account_id: null } as const
const TELL: ProgramStep<'action'> = { ...NOTICE, fields: { message: 'It happened.' } }

/** Every service that says how it is asked, with those of its steps that do. */
const SERVICES = [ACME, ...serviceDefinitions()]
const stepsOf = <Segment extends 'triggers' | 'queries' | 'actions'>(segment: Segment) =>
  SERVICES.flatMap((service) => sampledStep(service, segment))
const ACCOUNTS = SERVICES.flatMap((service) =>
  service.connect.kind !== 'none' && service.connect.account && methodOf(service.connect.account)
    ? { id: service.id, service }
    : [],
)
const TRIGGERS = stepsOf('triggers')
/** A session asks while people connect, which its own tests show. */
const ASKING = SERVICES.flatMap((service) =>
  service.requests && !service.code?.session ? { id: service.id, service } : [],
)
const QUERIES = stepsOf('queries')
const ACTIONS = stepsOf('actions')
/** Steps whose code makes values for their request. */
const MADE = (['queries', 'actions'] as const).flatMap((segment) =>
  stepsOf(segment).flatMap(({ id, service, step, fields }) => {
    const values = service.samples?.[segment]?.[step.slug]?.values
    return values ? [{ id, service, segment, step, fields, values }] : []
  }),
)
/** Choices that are a request. */
const CHOICES = [...TRIGGERS, ...QUERIES, ...ACTIONS].flatMap(({ id, service, step, fields: values }) =>
  (step.fields ?? []).flatMap(({ slug, options }) =>
    options === undefined || Array.isArray(options) || service.code?.options?.[options.get ?? '']
      ? []
      : [{ id: `${id}.${slug}`, service, step, options, values: { ...values, [slug]: '' } }],
  ),
)

test('the tables have rows', () => {
  expect(Math.min(ACCOUNTS.length, TRIGGERS.length, QUERIES.length, ACTIONS.length, CHOICES.length)).toBeGreaterThan(8)
})

test.each(ACCOUNTS)('the account of $id is known by its sample', async ({ service }) => {
  const scene = sampleScene(service)
  const known = { ok: true, value: { id: expect.any(String), name: expect.any(String) } }
  expect(await scene.service.checkAccount?.(scene.io())).toMatchObject(known)
  expect(scene.kept()).toEqual([])
  const others = Object.entries(scene.account.values).map(([name, value]) => [
    name,
    value.replaceAll('sample', 'another'),
  ])
  scene.account.values = Object.fromEntries(others)
  expect(await scene.service.checkAccount?.(scene.io())).toMatchObject({
    problem: { failure: 'unauthorized', sent: 'no' },
  })
})

test.each(TRIGGERS)('$id starts for what is new alone', async ({ service, step, fields }) => {
  const scene = sampleScene(service)
  scene.enable({ trigger: step.slug, fields, actions: [TELL] })
  await scene.pass(HOUR)
  expect(scene.states()).toEqual([])
  await scene.press(`trigger/${step.slug}`)
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done'])
  const told = scene.page()?.event.ingredients ?? []
  expect(told.filter(({ value }) => value !== '').map(({ name }) => name)).toEqual(
    step.ingredients.map(({ slug }) => slug),
  )
})

test.each(ASKING)('the code of $id asks each request that its file names', async ({ service }) => {
  const names = new Set(await askedForClient(service))
  for (const segment of ['triggers', 'queries', 'actions'] as const)
    for (const { slug, request } of service[segment] ?? [])
      if (request) for (const name of (await askedByName(service, segment, slug)).names) names.add(name)
  expect([...names].toSorted()).toEqual(Object.keys(service.requests ?? {}).toSorted())
})

test.each(MADE)('the code of $id makes the values of its sample', async (row) => {
  const { service, segment, step, fields, values } = row
  const { before } = await askedByName(service, segment, step.slug)
  const sentBy = async (definition: ServiceDefinition) => {
    const scene = sampleScene(definition)
    const call = { fields, applet_id: 1, values }
    await scene.service[segment][step.slug]?.run(call, scene.io(EFFECT_KEY))
    return scene.exchanges.map(({ method, address, body }) => ({ method, address, body }))
  }
  const { [segment]: _, ...code } = service.code ?? {}
  const [asFile] = await sentBy({ ...service, [segment]: [step], code })
  expect((await sentBy(service))[before]).toEqual(asFile)
})

test.each(QUERIES)('$id finds rows with all that it says', async ({ service, step, fields }) => {
  const scene = sampleScene(service)
  const rows = await scene.service.queries[step.slug]?.run({ fields, applet_id: 1 }, scene.io())
  if (!rows?.ok) throw new Error(rows?.problem.message)
  for (const { slug } of step.ingredients) expect(rows.value.map((row) => row[slug] ?? null)).not.toEqual([null])
})

test.each(CHOICES)('$id lists its choices', async ({ service, step, options, values }) => {
  const asking = { options, fields: step.fields ?? [], values }
  const choices = await askLiveOptions(service, asking, sampleScene(service).io())
  expect(choices.ok ? choices.value.map(({ value }) => typeof value) : choices.problem).toContain('string')
})

test.each(ACTIONS)('$id is done and kept once', async ({ service, step, fields }) => {
  const scene = sampleScene(service)
  scene.enable({ action: step.slug, fields })
  expect(await scene.send('Hello')).toBe('done')
  const [kept, ...others] = scene.kept()
  expect([kept?.slug, others]).toEqual([step.slug, []])
  const { url } = scene.page()?.steps.at(-1) ?? {}
  if (step.result?.url !== undefined) expect(url).toMatch(/^https?:/)
})

/** Loses the answer to an action, after what its code looks up. */
async function loseAnswer({ services }: ReturnType<typeof sampleScene>, service: ServiceDefinition, slug: string) {
  const { before } = await askedByName(service, 'actions', slug)
  if (before > 0) services.control.addFault(service.id, { kind: 'slow', ms: 0, calls: before })
  services.control.addFault(service.id, { kind: 'reset', afterwards: true })
}

test.each(ACTIONS.filter(({ step }) => step.repeat === 'key' || step.repeat === 'find'))(
  '$id is done once although its answer was lost',
  async ({ service, step, fields }) => {
    const scene = sampleScene(service)
    await loseAnswer(scene, service, step.slug)
    scene.enable({ action: step.slug, fields })
    await scene.send('Hello')
    expect(scene.states()).not.toEqual(['done'])
    await scene.pass(HOUR)
    expect(scene.states()).toEqual(['done'])
    expect(scene.kept()).toHaveLength(1)
  },
)

test.each(ACTIONS.filter(({ step }) => step.repeat === 'unsafe'))(
  '$id asks its user where its answer was lost',
  async ({ service, step, fields }) => {
    const scene = sampleScene(service)
    await loseAnswer(scene, service, step.slug)
    scene.enable({ action: step.slug, fields })
    await scene.send('Hello', HOUR)
    expect(scene.states()).toEqual(['unsure'])
    expect(scene.kept()).toHaveLength(1)
  },
)

test('an Applet goes from a trigger to an action', async () => {
  const scene = sampleScene('gitlab')
  const fields = { project: '1', title: 'Seen: {{Title}}', description: '', labels: '' }
  const seen = { project: '1', labels: '' }
  scene.enable({ trigger: 'new_issue', fields: seen, actions: [scene.step(1, 'create_issue', fields)] })
  await scene.pass(HOUR)
  for (let press = 0; press < 2; press++) await scene.press('trigger/new_issue')
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done', 'done'])
  expect(scene.kept().map(({ body }) => JSON.parse(body).title)).toEqual(
    Array.from({ length: 2 }, () => 'Seen: The fern droops'),
  )
})
