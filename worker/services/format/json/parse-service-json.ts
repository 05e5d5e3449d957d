import { serviceName } from '../../../engine/filter/service-names.ts'
import type { AnswerPath } from '../answer-path.ts'
import type { ConnectDefinition } from '../connect-definition.ts'
import type {
  ActionFile,
  ActionHttp,
  FieldDefinition,
  HttpRequest,
  IngredientDefinition,
  PollHttp,
  QueryFile,
  ServiceDefinition,
  TriggerFile,
} from '../service-definition.ts'
import type { ServiceJson } from './service-json.ts'

type Trigger = NonNullable<ServiceJson['triggers']>[number]
type Query = NonNullable<ServiceJson['queries']>[number]
type Action = NonNullable<ServiceJson['actions']>[number]
type Samples = NonNullable<ServiceJson['samples']>['triggers']

/** The service that a checked JSON file writes down. */
export function toDefinition(json: ServiceJson): ServiceDefinition {
  const { triggers = [], queries = [], actions = [], samples = {}, short_name = json.name.slice(0, 20) } = json
  const [host] = json.hosts
  return omitUndefined({
    module_name: json.id,
    identifier: serviceName(short_name),
    name: json.name,
    short_name,
    description: json.description,
    keywords: json.keywords,
    category: json.category ?? 'other',
    brand_color: json.color,
    popularity: 0,
    base_url: host === undefined ? null : `https://${host}`,
    other_hosts: asksOwnServer(json) ? undefined : json.hosts.map((each) => `https://${each}`),
    headers: json.headers,
    terms_url: json.terms_url,
    credit: json.credit,
    app_limit: json.limit,
    connect: toConnect(json.connect),
    triggers: triggers.map((each) => toTrigger(each, samples.triggers)),
    queries: queries.map((each) => toQuery(each, samples.queries)),
    actions: actions.map((each) => toAction(each, samples.actions)),
  })
}

/** A full address in a file is never at a user's own server. */
function asksOwnServer({ connect }: ServiceJson): boolean {
  return connect.kind === 'key' && (connect.fields ?? []).some(({ base }) => base)
}

function toConnect(connect: ServiceJson['connect']): ConnectDefinition {
  switch (connect.kind) {
    case 'none':
      return connect
    case 'key':
      return omitUndefined({
        ...connect,
        fields: connect.fields?.map((each) => omitUndefined(each)),
        account: toAccount(connect.account),
      })
    case 'oauth2': {
      const {
        issuer,
        authorize_url,
        token_url,
        revoke_url = null,
        scopes,
        account,
        client_auth,
        register_url,
      } = connect
      return omitUndefined({
        kind: 'oauth2',
        issuer: issuer ?? (authorize_url.startsWith('/') ? '' : new URL(authorize_url).origin),
        authorize_url,
        token_url,
        revoke_url,
        scopes: scopes.split(' ').filter(Boolean),
        client_auth,
        register_url,
        fields: connect.fields?.map((each) => omitUndefined(each)),
        account: toAccount(account),
      })
    }
  }
}

type Account = Extract<ServiceJson['connect'], { kind: 'key' }>['account']

function toAccount({ id, name, ...request }: Account) {
  return omitUndefined({ ...request, id: toPath(id), name: toPath(name) })
}

function toTrigger(trigger: Trigger, samples: Samples): TriggerFile {
  const { request, items, id, at, order = 'newest_first', next, every, ingredients } = trigger
  const http: PollHttp = omitUndefined({
    request: toRequest(request),
    items: toPath(items),
    id: typeof id === 'string' ? toPath(id) : id.map(toPath),
    at: at === undefined ? undefined : toPath(at),
    order,
    next: next === undefined ? undefined : toNext(next),
    every,
  })
  const texts = toTexts(trigger)
  return {
    ...texts,
    mode: 'poll',
    ingredients: ingredients.map(toIngredient),
    http,
    sample: toSample(trigger, samples),
  }
}

/** A path alone is asked for as `cursor`. */
function toNext(next: NonNullable<Trigger['next']>) {
  return typeof next === 'string' ? { from: toPath(next), query: 'cursor' } : { ...next, from: toPath(next.from) }
}

function toQuery(query: Query, samples: Samples): QueryFile {
  const { request, items = '$', ingredients } = query
  return {
    ...toTexts(query),
    ingredients: ingredients.map(toIngredient),
    http: { request: toRequest(request), items: toPath(items) },
    sample: toSample(query, samples),
  }
}

function toAction(action: Action, samples: Samples): ActionFile {
  const { repeat, failure_is_final, request, result, errors, find } = action
  const http: ActionHttp = omitUndefined({
    request: toRequest(request),
    result: result && omitUndefined({ id: toMaybePath(result.id), url: toMaybePath(result.url) }),
    errors: errors?.map((each) => omitUndefined({ ...each, message: toMaybePath(each.message) })),
    find: find && { request: toRequest(find.request), items: toPath(find.items), key: toPath(find.key) },
  })
  return omitUndefined({ ...toTexts(action), repeat, failure_is_final, http, sample: toSample(action, samples) })
}

function toTexts({ slug, name, description = name, fields }: Trigger | Query | Action) {
  return omitUndefined({ slug, name, description, fields: fields?.map(toField) })
}

function toField({ options, ...field }: NonNullable<Trigger['fields']>[number]): FieldDefinition {
  if (options === undefined || Array.isArray(options)) {
    return omitUndefined({ ...field, options: options?.map((each) => omitUndefined(each)) })
  }
  const { get, items, value, label, group } = options
  const paths = { items: toMaybePath(items), value: toMaybePath(value), label: toMaybePath(label) }
  return omitUndefined({ ...field, options: omitUndefined({ get, ...paths, group: toMaybePath(group) }) })
}

function toIngredient({ from, ...ingredient }: Trigger['ingredients'][number]): IngredientDefinition {
  return { ...ingredient, from: toPath(from) }
}

function toRequest(request: Trigger['request']): HttpRequest {
  const { query, headers } = request
  const texts = { query, headers }
  if ('get' in request) return omitUndefined({ method: 'get', path: request.get, ...texts })
  const { json } = request
  if ('post' in request) return omitUndefined({ method: 'post', path: request.post, ...texts, json })
  if ('put' in request) return omitUndefined({ method: 'put', path: request.put, ...texts, json })
  if ('patch' in request) return omitUndefined({ method: 'patch', path: request.patch, ...texts, json })
  return omitUndefined({ method: 'delete', path: request.delete, ...texts, json })
}

function toSample({ slug }: { slug: string }, samples: Samples) {
  const sample = samples?.[slug]
  return { fields: sample?.fields ?? {}, answer: sample?.answer ?? null }
}

function toPath(text: string): AnswerPath {
  return isPath(text) ? text : '$'
}

function toMaybePath(text: string | undefined): AnswerPath | undefined {
  return text === undefined ? undefined : toPath(text)
}

function isPath(text: string): text is AnswerPath {
  return text.startsWith('$')
}

type Exact<Value> = { [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key] } & {
  [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined>
}

/** Without the properties that the file leaves out (`exactOptionalPropertyTypes`). */
function omitUndefined<const Value extends object>(value: Value): Exact<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Exact<Value>
}
