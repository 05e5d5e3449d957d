import { STEP_KINDS, STEP_SEGMENTS, type FieldType, type StepKind } from '../../../contract/connections/service.ts'
import { pastedFields, serverField } from '../connect-values.ts'
import { neededFields } from '../http/ask-live-options.ts'
import { methodOf } from '../http/fill-request.ts'
import { namesValue } from '../http/paged-requests.ts'
import { baseUrl, type RequestFile, type ServiceDefinition, type StepFile } from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import { namedRequestProblems } from './request-problems.ts'
import { templateProblems } from './template-problems.ts'

type Path = FileProblem['path']
export type PlacedStep = { kind: StepKind; path: Path; step: StepFile }

/** Finds what no schema can in a service, whether it has code or is only a file. */
export function definitionProblems(service: ServiceDefinition): FileProblem[] {
  const steps = placedSteps(service)
  return [
    ...repeatedSlugs(steps),
    ...steps.flatMap((step) => [
      ...wrongStart(service, step),
      ...wrongSentence(step),
      ...wrongOptions(step),
      ...wrongShown(step),
      ...circularOptions(step),
      ...wrongPush(step),
    ]),
    ...requestsIn(service).flatMap(wrongRequest),
    ...templateProblems(service, steps),
    ...namedRequestProblems(service),
    ...wrongErrors(service),
    ...missingFind(service),
    ...missingAddress(service),
    ...wrongAccount(service),
    ...wrongConnectFields(service),
  ]
}

/** All steps of a service, with where each stands in its file. */
function placedSteps(service: ServiceDefinition): PlacedStep[] {
  return STEP_KINDS.flatMap((kind) => {
    const segment = STEP_SEGMENTS[kind]
    const steps: readonly StepFile[] = service[segment] ?? []
    return steps.map((step, index) => ({ kind, path: [segment, index], step }))
  })
}

function repeatedSlugs(steps: readonly PlacedStep[]): FileProblem[] {
  const twice = steps.filter(({ kind, step }, index) =>
    steps.slice(0, index).some((each) => each.kind === kind && each.step.slug === step.slug),
  )
  return twice.map(({ path }) => ({ path: [...path, 'slug'], message: 'is there twice. Rename one.' }))
}

/** A step is a request, or code of ours; a hook that a request starts needs neither. */
function wrongStart(service: ServiceDefinition, { kind, path, step }: PlacedStep): FileProblem[] {
  const code = service.code?.[STEP_SEGMENTS[kind]]?.[step.slug]
  const mode = 'mode' in step ? (step.mode ?? 'poll') : null
  if (mode === 'hook' || mode === 'clock') {
    const isOwn = mode === 'hook' ? service.code !== undefined : code !== undefined
    return isOwn ? [] : [{ path: [...path, 'mode'], message: 'must be poll: only our own services start otherwise.' }]
  }
  if (code !== undefined && !('polled' in code || 'asked' in code)) {
    return step.request ? [{ path: [...path, 'request'], message: 'is never sent: code takes its place.' }] : []
  }
  if (step.request === undefined) return [{ path: [...path, 'request'], message: 'is missing.' }]
  if (kind !== 'trigger') return []
  return 'id' in step && step.id !== undefined
    ? []
    : [{ path: [...path, 'id'], message: 'is missing: a new item is known by it.' }]
}

/** A sentence has places for the step's own fields, as they are. */
function wrongSentence({ path, step: { fields = [], sentence = '' } }: PlacedStep): FileProblem[] {
  const known = new Set(['{{zone}}', ...fields.map(({ slug }) => `{{fields.${slug}}}`)])
  const wrong = sentence.match(/\{\{.*?(?:\}\}|$)/g)?.find((place) => !known.has(place))
  return wrong === undefined ? [] : [{ path: [...path, 'sentence'], message: `cannot fill in ${wrong}.` }]
}

const LISTED: ReadonlySet<FieldType> = new Set(['select', 'text', 'location'])

/** A choice has options. Live ones are for a select, and for a text or a place, which suggests them. */
function wrongOptions({ path, step }: PlacedStep): FileProblem[] {
  return (step.fields ?? []).flatMap(({ type, options }, index) => {
    const at = [...path, 'fields', index]
    const isChoice = type === 'select' || type === 'checkbox'
    const isLive = options !== undefined && !Array.isArray(options)
    if (isLive && !LISTED.has(type)) return [{ path: at, message: 'cannot have live options.' }]
    if (isLive) return []
    if (isChoice === (options !== undefined)) return []
    return [{ path: at, message: `${isChoice ? 'needs' : 'cannot have'} options.` }]
  })
}

/** Only an optional field may be hidden, by what is chosen in another one. */
function wrongShown({ path, step: { fields = [] } }: PlacedStep): FileProblem[] {
  return fields.flatMap(({ slug, required, shown_for }, index) => {
    if (!shown_for) return []
    const at = [...path, 'fields', index, 'shown_for']
    if (required !== false) return [{ path: at, message: 'is only for a field with "required": false.' }]
    const other = fields.find((each) => each.slug === shown_for.field && each.slug !== slug)
    const isChoice = other?.options !== undefined
    return isChoice ? [] : [{ path: [...at, 'field'], message: 'must name another field of the step, with options.' }]
  })
}

/** Choices that wait for each other, so that the first one cannot be made. What asks with its own text is a search. */
function circularOptions({ path, step: { fields = [] } }: PlacedStep): FileProblem[] {
  const needs = new Map(
    fields.map(({ slug, options }) => [
      slug,
      options === undefined || Array.isArray(options) ? [] : neededFields(options).filter((each) => each !== slug),
    ]),
  )
  const reaches = (from: string, seen: readonly string[] = []): readonly string[] =>
    (needs.get(from) ?? []).reduce((all, each) => (all.includes(each) ? all : reaches(each, [...all, each])), seen)
  return fields.flatMap(({ slug, label }, index) => {
    if (!reaches(slug).includes(slug)) return []
    const other = fields.find((each) => needs.get(slug)?.includes(each.slug) && reaches(each.slug).includes(slug))
    const message = `cannot be asked for: ${label} and ${other?.label ?? label} wait for each other.`
    return [{ path: [...path, 'fields', index, 'options'], message }]
  })
}

/** Every request of a service, with where it stands. `account` needs none where it is read of what was pasted. */
function requestsIn(service: ServiceDefinition): { path: Path; request: RequestFile; needed: boolean }[] {
  const { connect, requests = {} } = service
  const account = connect.kind === 'none' ? undefined : connect.account
  return [
    ...(account ? [{ path: ['connect', 'account'], request: account, needed: false }] : []),
    ...Object.entries(requests).map(([name, request]) => ({ path: ['requests', name], request, needed: true })),
    ...placedSteps(service).flatMap(({ path, step }) => [
      ...(step.request ? [{ path: [...path, 'request'], request: step.request, needed: true }] : []),
      ...('find' in step && step.find
        ? [{ path: [...path, 'find', 'request'], request: step.find.request, needed: true }]
        : []),
      ...('push' in step && step.push
        ? [
            { path: [...path, 'push', 'follow'], request: step.push.follow, needed: true },
            ...(step.push.leave ? [{ path: [...path, 'push', 'leave'], request: step.push.leave, needed: true }] : []),
          ]
        : []),
      ...(step.fields ?? []).flatMap(({ options }, index) =>
        options === undefined || Array.isArray(options)
          ? []
          : [{ path: [...path, 'fields', index, 'options'], request: options, needed: true }],
      ),
    ]),
  ]
}

/** An address that the service is not given, or could prove nothing to, and an end that names none. */
function wrongPush({ path, step }: PlacedStep): FileProblem[] {
  if (!('push' in step) || !step.push) return []
  const { follow, id, leave } = step.push
  const unsent = ['hook.address', 'hook.secret'].filter((name) => !namesValue(follow, name))
  return [
    ...unsent.map((name) => ({ path: [...path, 'push', 'follow'], message: `does not send {{${name}}}.` })),
    ...(id === undefined && leave && namesValue(leave, 'followed')
      ? [{ path: [...path, 'push', 'id'], message: 'is missing: "leave" names it as {{followed}}.' }]
      : []),
  ]
}

function wrongRequest({ path, request, needed }: { path: Path; request: RequestFile; needed: boolean }): FileProblem[] {
  const methods = METHODS.filter((each) => request[each] !== undefined)
  const asked = methodOf(request)
  const { json, form } = request
  return [
    ...(methods.length > 1 || (needed && methods.length === 0)
      ? [{ path, message: 'needs one of get, post, put, patch and delete, with the address.' }]
      : []),
    ...(json !== undefined && form !== undefined ? [{ path, message: 'has two bodies: use json or form.' }] : []),
    ...(asked?.method === 'get' && (json !== undefined || form !== undefined)
      ? [{ path, message: 'sends no body with get.' }]
      : []),
  ]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** An answer is known by its status, by a value or by a text in it. */
function wrongErrors(service: ServiceDefinition): FileProblem[] {
  const { connect } = service
  const ofAccount = connect.kind === 'none' ? undefined : connect.account?.errors
  const lists = [
    { path: ['errors'] as Path, errors: service.errors },
    { path: ['connect', 'account', 'errors'], errors: ofAccount },
    ...placedSteps(service).map(({ path, step }) => ({ path: [...path, 'errors'], errors: step.errors })),
  ]
  return lists.flatMap(({ path, errors = [] }) =>
    errors.flatMap(({ status, at, is, text }, index) => {
      const place = [...path, index]
      if (is !== undefined && at === undefined)
        return [{ path: place, message: 'needs "at", where that value stands.' }]
      if (status !== undefined || at !== undefined || text !== undefined) return []
      return [{ path: place, message: 'needs a status, a place "at" or a text, by which the answer is known.' }]
    }),
  )
}

function missingFind({ actions = [], code }: ServiceDefinition): FileProblem[] {
  return actions.flatMap(({ slug, repeat, find }, index): FileProblem[] => {
    const path = ['actions', index]
    if (find && find.key === undefined && find.mark === undefined && !namesValue(find.request, 'key')) {
      const message = 'needs key or mark: where an item repeats what we sent. Or ask for {{key}} alone.'
      return [{ path: [...path, 'find'], message }]
    }
    if (repeat !== 'find' || find || code?.actions?.[slug]?.find) return []
    return [{ path, message: 'does not say how to find what it did.' }]
  })
}

function missingAddress(service: ServiceDefinition): FileProblem[] {
  if (service.connect.kind === 'none' || baseUrl(service) !== null || serverField(service) !== null) return []
  return [{ path: ['hosts'], message: 'is empty: a service with accounts is asked somewhere.' }]
}

function wrongAccount({ connect, code }: ServiceDefinition): FileProblem[] {
  if (connect.kind === 'none' || code?.account) return []
  if (connect.account) {
    const message = 'is only for services where people name their server before they sign in.'
    return connect.account.keep && !code?.servers ? [{ path: ['connect', 'account', 'keep'], message }] : []
  }
  return [{ path: ['connect', 'account'], message: 'is missing: it says whose account it is.' }]
}

function wrongConnectFields({ connect }: ServiceDefinition): FileProblem[] {
  const fields = pastedFields(connect)
  const servers = fields.filter(({ base }) => base).length
  return [
    ...fields.flatMap(({ slug, type, base, address, page }, index) => {
      const path = ['connect', 'fields', index]
      const twice = fields.slice(0, index).some((each) => each.slug === slug)
      return [
        ...(twice ? [{ path, message: 'is there twice. Rename one.' }] : []),
        ...(base && type !== 'url' ? [{ path, message: 'must be of type url to be the server.' }] : []),
        ...(page?.startsWith('/') && servers === 0
          ? [{ path: [...path, 'page'], message: 'needs a field with "base": true, whose server has this page.' }]
          : []),
        ...(address && type !== 'secret'
          ? [{ path, message: 'must be of type secret: a pasted address is one.' }]
          : []),
      ]
    }),
    ...(servers > 1 ? [{ path: ['connect', 'fields'], message: 'has two servers.' }] : []),
  ]
}
