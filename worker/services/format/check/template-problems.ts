import { pastedFields, SERVER } from '../connect-values.ts'
import { partNames } from '../match-text.ts'
import type {
  ConnectDefinition,
  FieldDefinition,
  PushFile,
  RequestFile,
  ServiceDefinition,
  StepFile,
} from '../service-definition.ts'
import { STEP_SEGMENTS } from '../../../contract/connections/service.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import { namesIn, strangePlaceholders } from '../template.ts'
import type { PlacedStep } from './definition-problems.ts'

type Path = FileProblem['path']
/** What a template may name: `fields.box`, `next` …, and places of an answer. */
type Known = { names: readonly string[]; places: boolean }

/** Templates name only what there is where they are filled in. */
export function templateProblems(service: ServiceDefinition, steps: readonly PlacedStep[]): FileProblem[] {
  const { connect, headers = {}, basic = '', errors = [], requests = {}, samples } = service
  const credentials = credentialNames(service)
  const account = connect.kind === 'none' ? undefined : connect.account
  const ofAnswers = { names: credentials, places: true }
  return [
    ...problemsIn(['headers'], headers, { names: credentials, places: false }),
    ...problemsIn(['basic'], basic, { names: credentials, places: false }),
    ...problemsIn(['errors'], messagesOf(errors), ofAnswers),
    ...(account ? accountProblems(account, credentials) : []),
    ...Object.entries(requests).flatMap(([name, request]) => {
      const names = [...credentials, ...valueNames(samples?.requests?.[name]), 'now']
      return requestProblems(['requests', name], request, { names, places: false })
    }),
    ...steps.flatMap((placed) => {
      const made = valueNames(samples?.[STEP_SEGMENTS[placed.kind]]?.[placed.step.slug])
      return stepProblems(placed, [...credentials, ...made])
    }),
  ]
}

function accountProblems(
  {
    id,
    name,
    keep: _keep,
    errors = [],
    ...request
  }: NonNullable<Extract<ConnectDefinition, { kind: 'key' }>['account']>,
  credentials: readonly string[],
) {
  const path = ['connect', 'account']
  return [
    ...requestProblems(path, request, { names: [...credentials, 'now'], places: false }),
    ...problemsIn(path, [id, name, messagesOf(errors)], { names: credentials, places: true }),
  ]
}

/** `given`: what all its templates may name. */
function stepProblems({ kind, path, step }: PlacedStep, given: readonly string[]): FileProblem[] {
  const { fields = [], request, errors = [] } = step
  const named = [...given, ...fieldNames(fields), 'now']
  const answered = { names: named, places: true }
  const asked = { names: [...named, ...ASKED[kind]], places: false }
  return [
    ...(request ? requestProblems([...path, 'request'], request, asked) : []),
    ...('find' in step && step.find
      ? requestProblems([...path, 'find', 'request'], step.find.request, {
          names: [...named, 'key', 'next'],
          places: false,
        })
      : []),
    ...('push' in step && step.push ? pushProblems([...path, 'push'], step.push, named) : []),
    ...fields.flatMap(({ options }, index) =>
      options === undefined || Array.isArray(options)
        ? []
        : optionsProblems([...path, 'fields', index, 'options'], options, {
            names: [...named, 'next'],
            places: false,
          }),
    ),
    ...problemsIn(path, answeredTexts(step), answered),
    ...problemsIn([...path, 'errors'], messagesOf(errors), answered),
  ]
}

function pushProblems(path: Path, { follow, id, leave }: PushFile, named: readonly string[]): FileProblem[] {
  const hook = ['hook.address', 'hook.secret']
  return [
    ...requestProblems([...path, 'follow'], follow, { names: [...named, ...hook], places: false }),
    ...problemsIn([...path, 'id'], id, { names: named, places: true }),
    ...(leave ? requestProblems([...path, 'leave'], leave, { names: [...named, 'followed'], places: false }) : []),
  ]
}

/** What besides fields and pasted values is known when a step of this kind is asked. */
const ASKED: Record<PlacedStep['kind'], readonly string[]> = {
  trigger: ['next', 'since', 'last_id', 'kept'],
  query: ['next'],
  action: ['key'],
}

function optionsProblems(
  path: Path,
  { value, label, group, items, next: _next, ...request }: Extract<FieldDefinition['options'], { items?: unknown }>,
  known: Known,
) {
  return [
    ...requestProblems(path, request, known),
    ...problemsIn(path, [items, value, label, group], { ...known, places: true }),
  ]
}

/** Texts of a step that are read out of its answer. */
function answeredTexts(step: StepFile): unknown[] {
  return [
    ...('ingredients' in step ? [step.where, ...step.ingredients.map(({ from }) => from)] : []),
    ...('id' in step ? [step.id, step.at, step.items] : []),
    ...('result' in step && step.result ? [step.result.id, step.result.url] : []),
  ]
}

function messagesOf(errors: NonNullable<StepFile['errors']>): unknown[] {
  return errors.map(({ message }) => message)
}

function requestProblems(path: Path, request: RequestFile, known: Known): FileProblem[] {
  return [...problemsIn(path, request, known), ...quoteProblems(path, request)]
}

function problemsIn(path: Path, value: unknown, { names, places }: Known): FileProblem[] {
  return textsOf(value).flatMap(({ text, inEach }) => [
    ...strangePlaceholders(text).map((message) => ({ path, message: `${message}.` })),
    ...namesIn(text).flatMap((name) => {
      const isPlace = name.startsWith('$') || name === 'property'
      const isKnown = isPlace ? places : names.includes(name) || (name === 'item' && inEach)
      return isKnown ? [] : [{ path, message: unknownName(name, names) }]
    }),
  ])
}

function unknownName(name: string, names: readonly string[]): string {
  if (name.startsWith('$')) return `cannot fill in {{${name}}} before there is an answer.`
  const [source] = name.split('.')
  const others = names.filter((each) => each.startsWith(`${source}.`))
  const known = others.length > 0 ? ` There are ${others.join(', ')}.` : ''
  return `cannot fill in {{${name}}}.${known}`
}

type Text = { text: string; inEach: boolean }

/** Every text of a request, and the names of its properties. `inEach`: of what is made of each entry of a list. */
function textsOf(value: unknown, inEach = false): Text[] {
  if (typeof value === 'string') return [{ text: value, inEach }]
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, inEach))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    { text: name, inEach },
    ...textsOf(each, inEach || (name === 'each' && '$split' in value)),
  ])
}

/** A value between quotes could end them: in parameters of a query, and in queries that are sent as JSON. */
function quoteProblems(path: Path, { query = {}, json }: RequestFile): FileProblem[] {
  const written = [
    ...Object.entries(query).map(([name, text]) => ({ at: [...path, 'query', name], text })),
    ...(json !== undefined && !Array.isArray(json) ? [{ at: [...path, 'json', 'query'], text: json['query'] }] : []),
  ]
  return written.flatMap(({ at, text }) => {
    if (typeof text !== 'string') return []
    const [, quote, inner] = /(["'])\{\{([^{}]*)\}\}\1/.exec(text) ?? []
    if (quote === undefined || /\|\s*(?:json|quote)\b/.test(inner ?? '')) return []
    const name = (inner ?? '').trim()
    const message =
      quote === '"'
        ? `a quote in {{${name}}} would end the text around it. Write {{${name} | json}} without quotes.`
        : `a quote in {{${name}}} would end the text around it. Write '{{${name} | quote: "'"}}'.`
    return [{ path: at, message }]
  })
}

function fieldNames(fields: readonly FieldDefinition[]): string[] {
  return fields.flatMap(({ slug, match }) => [
    `fields.${slug}`,
    ...partNames(match?.as ?? []).map((part) => `fields.${slug}.${part}`),
  ])
}

/** What code makes for a request, as its sample has it. */
function valueNames(sample: { values?: Record<string, string> | undefined } | undefined): string[] {
  return Object.keys(sample?.values ?? {}).map((name) => `values.${name}`)
}

/** The names that `{{credentials.…}}` may use. */
function credentialNames({ connect, code }: Pick<ServiceDefinition, 'connect' | 'code'>): string[] {
  if (connect.kind === 'none') return []
  const pasted = pastedFields(connect).flatMap(({ slug, match, address }) => [
    slug,
    ...partNames([match?.as ?? [], address ?? []].flat()).map((part) => `${slug}.${part}`),
  ])
  const tokens = connect.kind === 'oauth2' ? ['token'] : pasted.length === 0 ? ['key', 'token'] : []
  const opened = Object.keys({ ...(code?.servers && { [SERVER]: '' }), ...code?.session?.opened })
  const others = [...opened, ...Object.keys(connect.account?.keep ?? {})]
  return [...pasted, ...tokens, ...others].map((name) => `credentials.${name}`)
}
