import { STEP_KINDS, type StepKind } from '../../contract/connections/service.ts'
import { pastedFields, SERVER, serverField } from './connect-values.ts'
import { namedValues, strangePlaceholders } from './fill-request.ts'
import type { ConnectDefinition } from './connect-definition.ts'
import type { FieldDefinition, HttpRequest, ServiceDefinition } from './service-definition.ts'

type Path = readonly (string | number)[]
/** A problem at a place of a service's file. `where`: the place's own name. */
type DefinitionProblem = { path: Path; where: string; message: string }

type Step = { slug: string; fields?: FieldDefinition[]; http?: { request: HttpRequest } }
type PlacedStep = { kind: StepKind; path: Path; step: Step }

/** Finds what no schema can: names that are there twice, values that nothing fills in, choices without options. */
export function definitionProblems(service: ServiceDefinition): DefinitionProblem[] {
  const steps = placedSteps(service)
  return [
    ...repeatedSlugs(steps),
    ...steps.flatMap((step) => unknownValues(service, step)),
    ...sharedValues(service),
    ...steps.flatMap(wrongOptions),
    ...missingFind(service),
    ...unknownSources(service),
    ...missingAddress(service),
    ...wrongConnectFields(service),
  ]
}

function placedSteps({ triggers, queries, actions }: ServiceDefinition): PlacedStep[] {
  const lists: Record<StepKind, readonly Step[]> = { trigger: triggers, query: queries, action: actions }
  const names: Record<StepKind, string> = { trigger: 'triggers', query: 'queries', action: 'actions' }
  return STEP_KINDS.flatMap((kind) => lists[kind].map((step, index) => ({ kind, path: [names[kind], index], step })))
}

function repeatedSlugs(steps: readonly PlacedStep[]): DefinitionProblem[] {
  const twice = steps.filter(({ kind, step }, index) =>
    steps.slice(0, index).some((each) => each.kind === kind && each.step.slug === step.slug),
  )
  return twice.map(({ path, step }) => ({ path: [...path, 'slug'], where: step.slug, message: 'is there twice' }))
}

/** Templates may name only fields of their own step, and what is pasted to connect the service. */
function unknownValues({ connect }: ServiceDefinition, { path, step }: PlacedStep): DefinitionProblem[] {
  if (!step.http) return []
  const known = { fields: (step.fields ?? []).map(({ slug }) => slug), credentials: credentialNames(connect) }
  return templateProblems([...path, 'http', 'request'], step.slug, templatesOf(step.http.request), known)
}

/** Checks the headers of every request and the request for the account, which have no fields. */
function sharedValues({ connect, headers = {} }: ServiceDefinition): DefinitionProblem[] {
  const known = { fields: [], credentials: credentialNames(connect) }
  const account = connect.kind !== 'none' && typeof connect.account !== 'function' ? connect.account : {}
  return [
    ...templateProblems(['headers'], 'headers', JSON.stringify(headers), known),
    ...templateProblems(['connect', 'account'], 'connect', JSON.stringify(account), known),
  ]
}

type Known = { fields: readonly string[]; credentials: readonly string[] }

function templateProblems(path: Path, where: string, template: string, known: Known): DefinitionProblem[] {
  const unknown = namedValues(template).filter(({ source, slug }) => !known[source].includes(slug))
  return [
    ...strangePlaceholders(template).map((text) => ({ path, where, message: `cannot fill in ${text}` })),
    ...unknown.map(({ source, slug }) => ({
      path,
      where,
      message: `has no ${source === 'fields' ? 'field' : 'pasted value'} ${slug}`,
    })),
  ]
}

/** The names that `{{credentials.…}}` may use. */
function credentialNames(connect: ConnectDefinition): string[] {
  switch (connect.kind) {
    case 'none':
      return []
    case 'oauth2':
      return connect.servers ? ['token', SERVER] : ['token']
    case 'key':
      return connect.fields?.map((each) => each.slug) ?? ['key', 'token']
  }
}

function templatesOf({ path, query = {}, headers = {}, json = {} }: HttpRequest): string {
  return [path, ...[query, headers, json].map((each) => JSON.stringify(each).replaceAll('\\"', '"'))].join('\n')
}

/** A choice has options. Live ones are for a select, and for a text, which suggests them. */
function wrongOptions({ path, step }: PlacedStep): DefinitionProblem[] {
  return (step.fields ?? []).flatMap(({ slug: where, type, options }, index) => {
    const at = { path: [...path, 'fields', index], where }
    const isChoice = type === 'select' || type === 'checkbox'
    const isLive = options !== undefined && !Array.isArray(options)
    if (isLive) return type === 'select' || type === 'text' ? [] : [{ ...at, message: 'cannot have live options' }]
    if (isChoice === (options !== undefined)) return []
    return [{ ...at, message: `${isChoice ? 'needs' : 'cannot have'} options` }]
  })
}

function missingFind({ actions }: ServiceDefinition): DefinitionProblem[] {
  return actions.flatMap((action, index) => {
    const found = 'http' in action ? action.http.find : action.find
    if (action.repeat !== 'find' || found) return []
    return [{ path: ['actions', index], where: action.slug, message: 'does not say how to find what it did' }]
  })
}

function unknownSources({ triggers, sources = {} }: ServiceDefinition): DefinitionProblem[] {
  return triggers.flatMap((trigger, index) => {
    if (!('source' in trigger) || Object.hasOwn(sources, trigger.source.source)) return []
    const message = `follows ${trigger.source.source}, which the service does not have`
    return [{ path: ['triggers', index, 'source'], where: trigger.slug, message }]
  })
}

function missingAddress({ base_url, connect }: ServiceDefinition): DefinitionProblem[] {
  if (connect.kind === 'none' || base_url !== null || serverField(connect) !== null) return []
  return [{ path: ['hosts'], where: 'base_url', message: 'is missing for a service with accounts' }]
}

function wrongConnectFields({ connect }: ServiceDefinition): DefinitionProblem[] {
  const fields = pastedFields(connect)
  const servers = fields.filter(({ base }) => base).length
  return [
    ...fields.flatMap(({ slug: where, type, base, address }, index) => {
      const at = { path: ['connect', 'fields', index], where }
      const twice = fields.slice(0, index).some(({ slug }) => slug === where)
      return [
        ...(twice ? [{ ...at, message: 'is there twice' }] : []),
        ...(base && type !== 'url' ? [{ ...at, message: 'only a field of type url can be the server' }] : []),
        ...(address && type !== 'secret' ? [{ ...at, message: 'a pasted address is a secret' }] : []),
      ]
    }),
    ...(servers > 1 ? [{ path: ['connect', 'fields'], where: 'connect', message: 'has two servers' }] : []),
  ]
}
