import * as z from 'zod/mini'
import { moduleName } from '../../contract/connections/connection-input.ts'
import { FIELD_TYPES } from '../../contract/connections/service.ts'
import { SOLD_PLANS } from '../../contract/tiers.ts'
import { ANSWER_PATH } from './answer-path.ts'
import { namedFields } from './fill-request.ts'
import type { HttpRequest, ServiceDefinition } from './service-definition.ts'

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const slug = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be like new_item'))
const answerPath = z.string().check(z.regex(ANSWER_PATH, 'must be like $.items[0].name'))
const path = z.string().check(z.regex(/^\/(?:[^\s{}]|\{\{[^{}]*\}\})*$/, 'must be a path such as /items'))
const address = z.string().check(z.regex(/^(?:$|\/\S*$|https:\/\/\S+$)/, 'must be an https address or a path'))
/** Functions and values that the schema leaves to TypeScript. */
const code = z.custom<unknown>((value) => typeof value === 'function')

const option = z.strictObject({ label: words(100), value: words(200) })
const field = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(FIELD_TYPES),
  required: z.optional(z.boolean()),
  hint: z.optional(words(300)),
  default_value: z.optional(z.string()),
  options: z.optional(z.union([z.array(option).check(z.minLength(1)), z.strictObject({ get: path })])),
  check: z.optional(code),
})
const ingredient = z.strictObject({
  slug: z.string().check(z.regex(/^[A-Z][A-Za-z0-9]{0,49}$/, 'must be like EntryTitle')),
  name: words(100),
  type: z.enum(['text', 'url', 'image_url', 'file_url', 'number', 'date', 'datetime', 'html']),
  from: z.optional(answerPath),
  example: words(500),
})
const request = z.strictObject({
  method: z.enum(['get', 'post', 'put', 'patch', 'delete']),
  path,
  query: z.optional(z.record(z.string(), z.string())),
  json: z.optional(z.record(z.string(), z.json())),
})
const sample = z.strictObject({ fields: z.record(slug, z.string()), answer: z.json() })
const texts = { slug, name: words(100), description: words(300), fields: z.optional(z.array(field)) }
const listing = { ...texts, ingredients: z.array(ingredient).check(z.minLength(1)) }

const pollHttp = z.strictObject({
  request,
  items: answerPath,
  id: answerPath,
  at: z.optional(answerPath),
  order: z.enum(['newest_first', 'oldest_first']),
  next: z.optional(z.strictObject({ from: answerPath, query: words(50) })),
})
const actionHttp = z.strictObject({
  request,
  result: z.optional(z.strictObject({ id: z.optional(answerPath), url: z.optional(answerPath) })),
  errors: z.optional(
    z.array(z.strictObject({ status: z.int(), as: z.enum(['skip', 'done']), message: z.optional(answerPath) })),
  ),
  find: z.optional(z.strictObject({ request, items: answerPath, key: answerPath })),
})
const repeating = {
  ...texts,
  repeat: z.enum(['safe', 'key', 'find', 'unsafe']),
  failure_is_final: z.optional(z.boolean()),
  sample,
}
const account = z.strictObject({ get: path, id: answerPath, name: answerPath })

/** The format of a service's file (§D13-01). */
const serviceSchema = z.strictObject({
  module_name: moduleName,
  identifier: z.string().check(z.regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'must be like Octoforge')),
  name: words(40),
  short_name: words(20),
  description: words(200),
  brand_color: z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be like #0b7285')),
  popularity: z.int(),
  minimum_tier: z.optional(z.enum(SOLD_PLANS)),
  base_url: z.nullable(
    z.string().check(z.regex(/^https:\/\/[^\s/]+(?:\/[^\s?#]*[^/\s?#])?$/, 'must be an https address')),
  ),
  app_limit: z.optional(z.strictObject({ calls: z.int().check(z.positive()), per: z.int().check(z.positive()) })),
  connect: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('key'), account }),
    z.strictObject({
      kind: z.literal('oauth2'),
      issuer: address,
      authorize_url: address,
      token_url: address,
      revoke_url: z.nullable(address),
      scopes: z.array(z.string()),
      account,
    }),
  ]),
  triggers: z.array(
    z.union([
      z.strictObject({ ...listing, mode: z.literal('poll'), http: pollHttp, sample }),
      z.strictObject({ ...listing, mode: z.literal('poll'), poll: code, sample }),
      z.strictObject({ ...listing, mode: z.literal('clock'), next: code }),
      z.strictObject({ ...listing, mode: z.literal('hook'), by_request: z.optional(z.literal(false)) }),
    ]),
  ),
  queries: z.array(
    z.union([
      z.strictObject({ ...listing, http: z.strictObject({ request, items: answerPath }), sample }),
      z.strictObject({ ...listing, run: code, sample }),
    ]),
  ),
  actions: z.array(
    z.union([
      z.strictObject({ ...repeating, http: actionHttp }),
      z.strictObject({ ...repeating, run: code, find: z.optional(code) }),
    ]),
  ),
})

/** What is wrong with a service's file, line by line; empty for a right one. */
export function serviceProblems(service: ServiceDefinition): string[] {
  const result = serviceSchema.safeParse(service)
  if (!result.success) return result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return [
    ...repeatedSlugs(service),
    ...unknownFields(service),
    ...wrongOptions(service),
    ...missingFind(service),
    ...missingAddress(service),
  ]
}

function repeatedSlugs({ triggers, queries, actions }: ServiceDefinition): string[] {
  return [triggers, queries, actions].flatMap((steps) => {
    const slugs = steps.map((step) => step.slug)
    return slugs.filter((each, index) => slugs.indexOf(each) !== index).map((each) => `${each}: is there twice`)
  })
}

/** Templates may name only fields of their own step. */
function unknownFields({ triggers, queries, actions }: ServiceDefinition): string[] {
  return [...triggers, ...queries, ...actions].flatMap((step) => {
    if (!('http' in step)) return []
    const known = new Set((step.fields ?? []).map((each) => each.slug))
    return namedFields(templatesOf(step.http.request))
      .filter((name) => !known.has(name))
      .map((name) => `${step.slug}: has no field ${name}`)
  })
}

function templatesOf({ path: template, query = {}, json = {} }: HttpRequest): string {
  return [template, JSON.stringify(query), JSON.stringify(json)].join('\n')
}

/** A choice has options, and only a select may have live ones. */
function wrongOptions({ triggers, queries, actions }: ServiceDefinition): string[] {
  const fields = [...triggers, ...queries, ...actions].flatMap((step) => step.fields ?? [])
  return fields.flatMap(({ slug: name, type, options }) => {
    const isChoice = type === 'select' || type === 'checkbox'
    if (isChoice !== (options !== undefined)) return [`${name}: ${isChoice ? 'needs' : 'cannot have'} options`]
    return options === undefined || Array.isArray(options) || type === 'select'
      ? []
      : [`${name}: cannot have live options`]
  })
}

function missingFind({ actions }: ServiceDefinition): string[] {
  return actions
    .filter((action) => action.repeat === 'find' && !('http' in action ? action.http.find : action.find))
    .map((action) => `${action.slug}: does not say how to find what it did`)
}

function missingAddress({ base_url, connect }: ServiceDefinition): string[] {
  return connect.kind !== 'none' && base_url === null ? ['base_url: is missing for a service with accounts'] : []
}
