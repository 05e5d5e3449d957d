import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { askRequest } from '../../../worker/services/format/http/ask-request.ts'
import { declaredError } from '../../../worker/services/format/http/declared-errors.ts'
import { methodOf } from '../../../worker/services/format/http/fill-request.ts'
import { pollTrigger } from '../../../worker/services/format/poll-trigger.fixture.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import type { RunState } from '../../../worker/contract/runs/applet-run.ts'
import type { StepFailure, StepProblem } from '../../../worker/system/runner-api/step-outcome.ts'
import type { FaultKind } from '../services/data/fault.ts'
import { goneAnswer } from './answers/gone-answer.ts'
import { ACME } from './sampled-services.ts'
import { askedByName, EFFECT_KEY } from './testing/asked-by-name.fixture.ts'
import { sampledStep } from './testing/sampled-step.fixture.ts'
import { sampleScene } from './testing/sample-scene.fixture.ts'

type Told = Pick<StepProblem, 'failure' | 'sent' | 'retry_after'> & { is_account_gone?: true }
type Failure = { name: string; fault: FaultKind; told: Told }

const told = (failure: StepFailure, sent: Told['sent'] = 'no', retry_after: number | null = null): Told => ({
  failure,
  sent,
  retry_after,
})
const status = (code: number, is: Told, retry_after?: number): Failure => ({
  name: `${code}${retry_after === undefined ? '' : ' with a time'}`,
  fault: { kind: 'status', status: code, ...(retry_after !== undefined && { retry_after }) },
  told: is,
})

/** What each answer means where the service's file says nothing of it. */
const FAILURES: readonly Failure[] = [
  status(401, told('unauthorized')),
  status(403, told('status')),
  status(403, told('rate_limited', 'no', 30_000), 30),
  status(429, told('rate_limited')),
  status(429, told('rate_limited', 'no', 30_000), 30),
  status(500, told('server', 'maybe')),
  status(503, told('server')),
  status(503, told('rate_limited', 'no', 30_000), 30),
  {
    name: 'a redirect',
    fault: { kind: 'redirect', to: 'https://elsewhere.example/' },
    told: told('protocol', 'maybe'),
  },
  { name: 'nonsense', fault: { kind: 'nonsense' }, told: told('protocol', 'maybe') },
  { name: 'no answer', fault: { kind: 'reset' }, told: told('transport', 'maybe') },
]

const SERVICES = [ACME, ...serviceDefinitions()].filter(
  ({ hosts, connect }) => hosts.length > 0 || connect.kind !== 'none',
)

/** The step that is tried: an action where there is one, because its failure may have done something. */
function triedStep(service: ServiceDefinition) {
  const { samples = {} } = service
  for (const kind of ['actions', 'triggers', 'queries'] as const) {
    const step = service[kind]?.find(({ slug }) => samples[kind]?.[slug] !== undefined)
    if (step) return { kind, step, fields: samples[kind]?.[step.slug]?.fields ?? {} }
  }
  throw new Error(`${service.id} has no step with a sample.`)
}
type Tried = ReturnType<typeof triedStep>

/** The problem that the engine makes of it; null for none. What is looked up first has done nothing. */
function expectedOf({ service, tried, fault, told: usual, isLookup }: Row): Told | null {
  const { step, kind } = tried
  if (isLookup) return ofLookup(usual, fault, 'GET')
  if (fault.kind === 'answer') return { ...told('unauthorized'), is_account_gone: true }
  if (fault.kind === 'status') {
    const errors = [...(step.errors ?? []), ...(service.errors ?? [])]
    const answer = { status: fault.status, headers: new Headers(), text: '', value: undefined }
    const declared = declaredError(
      errors.filter(({ at, text }) => at === undefined && text === undefined),
      answer,
    )
    if (declared?.as === 'gone') return { ...told('unauthorized'), is_account_gone: true }
    if (declared?.as === 'done') return null
    if (declared?.as === 'fail') return told('status')
    if (declared?.as === 'skip') return told('skip')
    if (declared?.as === 'unauthorized') return told('unauthorized')
    if (declared?.as === 'later') return told('rate_limited', 'no', MINUTE)
    const isFinal = 'failure_is_final' in step && step.failure_is_final === true
    return isFinal && fault.status === 500 ? { ...usual, sent: 'no' } : usual
  }
  // GET follows it, to where nobody knows us.
  if (fault.kind === 'redirect' && kind !== 'actions') return told('status')
  if (fault.kind === 'nonsense' && kind === 'actions') {
    const isCode = service.code?.actions?.[step.slug] !== undefined
    const isRead = isCode || ('result' in step && step.result !== undefined)
    return isRead ? usual : null
  }
  return usual
}

/** What is asked by name has done nothing that a user wants. */
function ofLookup(usual: Told, fault: FaultKind, method: string): Told {
  return { ...(fault.kind === 'redirect' && method === 'GET' ? told('status') : usual), sent: 'no' }
}

/** `isLookup`: its code asks something by name before the step's own request. */
type Row = Failure & { id: string; service: ServiceDefinition; tried: Tried; isLookup: boolean }

const TRIED = await Promise.all(
  SERVICES.map(async (service) => {
    const tried = triedStep(service)
    const asked = service.requests && (await askedByName(service, tried.kind, tried.step.slug))
    return { service, tried, isLookup: (asked?.before ?? 0) > 0 }
  }),
)
const ROWS: Row[] = TRIED.flatMap(({ service, tried, isLookup }) => {
  const gone = goneAnswer(service, tried.step)
  const over: Failure[] = gone
    ? [
        {
          name: 'gone',
          fault: { kind: 'answer', content_type: 'application/json', ...gone },
          told: told('unauthorized'),
        },
      ]
    : []
  return [...FAILURES, ...over].map((failure) => ({ ...failure, id: service.id, service, tried, isLookup }))
})

test.each(ROWS)('$id meets $name', async (row) => {
  const { tried, service, fault } = row
  const { step, fields, kind } = tried
  const scene = sampleScene(service)
  scene.services.control.addFault(service.id, { ...fault, calls: 100 })
  const call = { fields, applet_id: 1 }
  const outcome =
    kind === 'actions'
      ? await scene.service.actions[step.slug]?.run(call, scene.io(EFFECT_KEY))
      : kind === 'queries'
        ? await scene.service.queries[step.slug]?.run(call, scene.io())
        : await pollTrigger(scene.service, step.slug, fields, scene.io())
  const expected = expectedOf(row)
  if (expected === null) return expect(outcome).toMatchObject({ ok: true })
  const { sent, ...problem } = expected
  // What only reads has done nothing in any case.
  expect(outcome).toMatchObject({ ok: false, problem: kind === 'actions' ? { sent, ...problem } : problem })
})

const NAMED_ROWS = SERVICES.flatMap((service) => {
  const { requests = {}, samples = {} } = service
  return Object.entries(requests).flatMap(([asked, request]) =>
    FAILURES.map((failure) => {
      const { values = {} } = samples.requests?.[asked] ?? {}
      return { ...failure, id: service.id, service: { ...service, requests }, asked, values, request }
    }),
  )
})

test.each(NAMED_ROWS)('$id/$asked meets $name with nothing done', async (row) => {
  const { service, asked, values, fault, told: usual, request } = row
  const scene = sampleScene(service)
  scene.services.control.addFault(service.id, { ...fault, calls: 100 })
  const outcome = await askRequest(service, { name: asked, values }, scene.io())
  const method = methodOf(request)?.method.toUpperCase() ?? ''
  expect(outcome).toMatchObject({ ok: false, problem: ofLookup(usual, fault, method) })
})

/** What asks an address that its user typed. `site_watch` tells of failures: none is one to it. */
const TYPED: Record<string, { ask: (at: string, scene: Scene) => unknown; reads: boolean }> = {
  'webhooks/make_request': {
    ask: (url, scene) => scene.service.actions['make_request']?.run(typed({ url, method: 'POST' }), scene.io('sy_1')),
    reads: false,
  },
  'webhooks/get_json': {
    ask: (url, scene) => scene.service.queries['get_json']?.run(typed({ url }), scene.io()),
    reads: true,
  },
  'feeds/feed': {
    ask: (feed_url, scene) =>
      scene.service.sources['feed']?.read(
        { ...typed({ feed_url }), ...NOTHING_KNOWN },
        { ...scene.io(), operator_key: null },
      ),
    reads: true,
  },
}
type Scene = ReturnType<typeof sampleScene>
const NOTHING_KNOWN = { etag: null, last_modified: null, state: null }
const typed = (fields: Record<string, string>) => ({ fields, applet_id: 1 })

const TYPED_ROWS = Object.entries(TYPED).flatMap(([step, way]) =>
  [...FAILURES, status(410, told('gone'))].map((failure) => ({ ...failure, ...way, step })),
)

test.each(TYPED_ROWS)(
  '$step meets $name at an address that is typed',
  async ({ step, name, fault, told: usual, ask, reads }) => {
    const [id = ''] = step.split('/')
    const scene = sampleScene(id)
    scene.services.control.addFault(id, { ...fault, calls: 100 })
    const outcome = await ask(`${scene.address}/typed`, scene)
    // Any text is an answer to a request of one's own.
    if (name === 'nonsense' && !reads) return expect(outcome).toMatchObject({ ok: true })
    const { sent, ...problem } = name === 'a redirect' && reads ? told('status') : usual
    expect(outcome).toMatchObject({ ok: false, problem: reads ? problem : { sent, ...problem } })
  },
)

/** The same fault, which says all that was pasted. */
function sayingSecrets(fault: FaultKind, secrets: readonly string[]): FaultKind {
  const said = `You sent ${secrets.join(' and ')}.`
  switch (fault.kind) {
    case 'status': {
      const body = JSON.stringify({ message: said })
      return { kind: 'answer', status: fault.status, content_type: 'application/json', body }
    }
    case 'nonsense':
      return { kind: 'answer', content_type: 'text/plain', body: said }
    case 'redirect':
      return { ...fault, to: `${fault.to}?${new URLSearchParams({ said })}` }
    default:
      return fault
  }
}

/** The state of a run whose only action met it, a second later. */
function stateAfter(row: Row): RunState {
  const { step } = row.tried
  const problem = expectedOf(row)
  if (problem === null) return 'done'
  if (problem.failure === 'unauthorized') return 'held'
  if (problem.failure === 'skip') return 'skipped'
  const isUnsafe = 'repeat' in step && step.repeat === 'unsafe'
  return isUnsafe && problem.sent === 'maybe' ? 'unsure' : 'retrying'
}

test.each(ROWS.filter(({ service, tried }) => service.connect.kind !== 'none' && tried.kind === 'actions'))(
  '$id keeps nothing pasted, and knows its account after $name',
  async (row) => {
    const { tried, service, fault } = row
    const scene = sampleScene(service)
    const secrets = scene.service.secret_fields.flatMap((slug) => scene.account.values[slug] ?? [])
    scene.services.control.addFault(service.id, { ...sayingSecrets(fault, secrets), calls: 100 })
    scene.enable({ action: tried.step.slug, fields: tried.fields })
    expect(await scene.send('Hello')).toBe(stateAfter(row))
    expect(scene.account.isBroken).toBe(expectedOf(row)?.failure === 'unauthorized')
    expect(secrets).not.toEqual([])
    const kept = scene.everythingKept()
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
  },
)

/** Actions that are tried again; code alone may ask what no sample answers. */
const TRIED_AGAIN = ROWS.filter(({ tried: { kind, step }, fault }) => {
  const isFromFile = kind === 'actions' && step.request !== undefined
  return isFromFile && fault.kind === 'status' && (fault.status === 429 || fault.status === 503)
})

test.each(TRIED_AGAIN)('$id is done once for each of three after $name', async (row) => {
  const { tried, service, fault } = row
  const scene = sampleScene(service)
  scene.services.control.addFault(service.id, { ...fault, calls: 2 })
  scene.enable({ action: tried.step.slug, fields: tried.fields })
  for (const text of ['One', 'Two', 'Three']) await scene.send(text, 10)
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done', 'done', 'done'])
  expect(scene.kept()).toHaveLength(3)
})

const WATCHED = SERVICES.filter(({ connect }) => connect.kind !== 'none').flatMap((service) =>
  sampledStep(service, 'triggers').slice(0, 1),
)

test.each(WATCHED)('$id tells what happened while it was down', async ({ service, step, fields }) => {
  const scene = sampleScene(service)
  scene.enable({ trigger: step.slug, fields, actions: [] })
  await scene.pass(HOUR)
  scene.services.control.addFault(service.id, { kind: 'status', status: 503, seconds: HOUR / 1000 })
  await scene.press(`trigger/${step.slug}`)
  await scene.pass(HOUR)
  expect(scene.states()).toEqual([])
  await scene.pass(HOUR)
  expect(scene.states()).toHaveLength(1)
})

test.each(WATCHED)('$id hides what was pasted where a service tells it', async ({ service, step, fields }) => {
  const scene = sampleScene(service)
  const secrets = scene.service.secret_fields.flatMap((slug) => scene.account.values[slug] ?? [])
  scene.enable({ trigger: step.slug, fields, actions: [] })
  await scene.pass(HOUR)
  await scene.press(`trigger/${step.slug}`, { text: `Look: ${secrets.join(' and ')}` })
  await scene.pass(HOUR)
  expect(scene.everythingKept()).toContain('Look: ')
  expect(secrets.filter((secret) => scene.everythingKept().includes(secret))).toEqual([])
})
