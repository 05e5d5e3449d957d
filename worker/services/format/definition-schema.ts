import * as z from 'zod/mini'
import { moduleName } from '../../contract/connections/connection-input.ts'
import {
  CONNECT_FIELD_TYPES,
  FIELD_SYNTAXES,
  FIELD_TYPES,
  INGREDIENT_TYPES,
  SERVICE_CATEGORIES,
} from '../../contract/connections/service.ts'
import { SOLD_PLANS } from '../../contract/tiers.ts'
import { HINT_SENDERS, OPERATOR_KEYS } from '../../engine/steps/service-steps.ts'
import { ANSWER_PATH } from './answer-path.ts'
import { definitionProblems } from './definition-problems.ts'
import type { ServiceDefinition } from './service-definition.ts'

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const slug = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be like new_item'))
const answerPath = z.string().check(z.regex(ANSWER_PATH, 'must be like $.items[0].name'))
const path = z
  .string()
  .check(z.regex(/^(?:https:\/\/[a-z0-9.-]{1,253})?\/(?:[^\s{}]|\{\{[^{}]*\}\})*$/, 'must be a path such as /items'))
/** An address that the catalog names: nothing is put into it. */
const plainPath = z.string().check(z.regex(/^\/[^\s{}]*$/, 'must be a path such as /boxes, without values'))
const address = z.string().check(z.regex(/^(?:$|\/\S*$|https:\/\/\S+$)/, 'must be an https address or a path'))
const httpsAddress = z.string().check(z.url({ protocol: /^https$/, error: 'must be an https address' }))
/** Functions and values that the schema leaves to TypeScript. */
const code = z.custom<unknown>((value) => typeof value === 'function')

const option = z.strictObject({ label: words(100), value: words(200), group: z.optional(words(100)) })
const liveOptions = z.strictObject({
  get: plainPath,
  items: z.optional(answerPath),
  value: z.optional(answerPath),
  label: z.optional(answerPath),
  group: z.optional(answerPath),
  group_ends: z.optional(words(5)),
  ask: z.optional(code),
})
const field = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(FIELD_TYPES),
  required: z.optional(z.boolean()),
  hint: z.optional(words(300)),
  default_value: z.optional(z.string()),
  options: z.optional(z.union([z.array(option).check(z.minLength(1)), liveOptions])),
  check: z.optional(code),
  syntax: z.optional(z.enum(FIELD_SYNTAXES)),
})
const ingredient = z.strictObject({
  slug: z.string().check(z.regex(/^[A-Z][A-Za-z0-9]{0,49}$/, 'must be like EntryTitle')),
  name: words(100),
  type: z.enum(INGREDIENT_TYPES),
  from: z.optional(answerPath),
  example: words(500),
})
const headers = z.record(
  z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be like X-Api-Key')),
  z.string().check(z.regex(/^[\x20-\x7e]+$/, 'must be text that a header can hold')),
)
const request = z.strictObject({
  method: z.enum(['get', 'post', 'put', 'patch', 'delete']),
  path,
  query: z.optional(z.record(z.string(), z.string())),
  headers: z.optional(headers),
  json: z.optional(z.record(z.string(), z.json())),
})
const sample = z.strictObject({
  fields: z.record(slug, z.string()),
  answer: z.json(),
  status: z.optional(z.int()),
  state: z.optional(z.string()),
})
const texts = { slug, name: words(100), description: words(300), fields: z.optional(z.array(field)) }
const listing = { ...texts, ingredients: z.array(ingredient).check(z.minLength(1)) }

const push = z.strictObject({ secret_header: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)), read: code })
const hint = z.strictObject({ sender: z.enum(HINT_SENDERS), concerns: code })
const pollHttp = z.strictObject({
  request,
  items: answerPath,
  id: z.union([answerPath, z.array(answerPath).check(z.minLength(2))]),
  at: z.optional(answerPath),
  order: z.enum(['newest_first', 'oldest_first']),
  without: z.optional(answerPath),
  next: z.optional(
    z.union([
      z.strictObject({ from: answerPath, query: words(50) }),
      z.strictObject({ link: z.enum(['next', 'last']), query: words(50) }),
    ]),
  ),
  every: z.optional(z.int().check(z.positive())),
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
const followed = z.strictObject({ source: words(50), fields: code, items: z.optional(code) })
const account = z.strictObject({ get: path, headers: z.optional(headers), id: answerPath, name: answerPath })
const connectField = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(CONNECT_FIELD_TYPES),
  hint: z.optional(words(300)),
  required: z.optional(z.boolean()),
  default_value: z.optional(words(300)),
  prefix: z.optional(words(50)),
  address: z.optional(z.strictObject({ path: z.instanceof(RegExp), host: z.optional(z.instanceof(RegExp)) })),
  base: z.optional(z.literal(true)),
})

const callLimit = z.strictObject({ calls: z.int().check(z.positive()), per: z.int().check(z.positive()) })

/** The format of a service's file. */
const serviceSchema = z.strictObject({
  module_name: moduleName,
  identifier: z.string().check(z.regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'must be like Octoforge')),
  name: words(40),
  short_name: words(20),
  description: words(200),
  keywords: z.optional(z.array(words(30)).check(z.maxLength(20))),
  category: z.enum(SERVICE_CATEGORIES),
  brand_color: z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be like #0b7285')),
  popularity: z.int(),
  minimum_tier: z.optional(z.enum(SOLD_PLANS)),
  base_url: z.nullable(
    z.string().check(z.regex(/^https:\/\/[^\s/]+(?:\/[^\s?#]*[^/\s?#])?$/, 'must be an https address')),
  ),
  other_hosts: z.optional(z.array(httpsAddress)),
  headers: z.optional(headers),
  terms_url: z.optional(httpsAddress),
  credit: z.optional(words(200)),
  write_gap: z.optional(z.int().check(z.positive(), z.maximum(5000))),
  transport: z.optional(z.literal('ifttt')),
  operator_key: z.optional(z.enum(OPERATOR_KEYS)),
  app_limit: z.optional(callLimit),
  account_limit: z.optional(callLimit),
  connect: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('key'),
      fields: z.optional(z.array(connectField).check(z.minLength(1), z.maxLength(8))),
      session: z.optional(z.strictObject({ open: code, refresh: code })),
      account: z.union([account, code]),
      disconnect: z.optional(code),
    }),
    z.strictObject({
      kind: z.literal('oauth2'),
      issuer: address,
      authorize_url: address,
      token_url: address,
      revoke_url: z.nullable(address),
      scopes: z.array(z.string()),
      authorize_params: z.optional(z.record(words(50), words(100))),
      token_request: z.optional(z.literal('json')),
      client_auth: z.optional(z.enum(['basic', 'post'])),
      register_url: z.optional(httpsAddress),
      fields: z.optional(z.array(connectField).check(z.minLength(1), z.maxLength(8))),
      servers: z.optional(
        z.strictObject({
          field: z.strictObject({ label: words(100), hint: words(300), default_value: z.optional(words(300)) }),
          read: code,
          register: code,
        }),
      ),
      account: z.union([account, code]),
      disconnect: z.optional(code),
    }),
  ]),
  sources: z.optional(z.record(slug, z.strictObject({ read: code, readPush: z.optional(code) }))),
  triggers: z.array(
    z.union([
      z.strictObject({ ...listing, mode: z.literal('poll'), http: pollHttp, sample }),
      z.strictObject({
        ...listing,
        mode: z.literal('poll'),
        poll: code,
        leave: z.optional(code),
        validate: z.optional(code),
        hint: z.optional(hint),
        sample,
      }),
      z.strictObject({ ...listing, mode: z.literal('poll'), source: followed, sample }),
      z.strictObject({ ...listing, mode: z.literal('clock'), next: code }),
      z.strictObject({ ...listing, mode: z.literal('hook'), by_request: z.optional(z.literal(false)) }),
      z.strictObject({ ...listing, mode: z.literal('push'), follow: code, leave: code, push, sample }),
    ]),
  ),
  queries: z.array(
    z.union([
      z.strictObject({
        ...listing,
        http: z.strictObject({ request, items: answerPath, without: z.optional(answerPath) }),
        sample,
      }),
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

/** Lists the problems with a service's file, line by line; empty for a right one. */
export function serviceProblems(service: ServiceDefinition): string[] {
  const result = serviceSchema.safeParse(service)
  if (!result.success) return result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return definitionProblems(service).map(({ where, message }) => `${where}: ${message}`)
}
