import * as z from 'zod/mini'
import {
  CONNECT_FIELD_TYPES,
  FIELD_TYPES,
  INGREDIENT_TYPES,
  SERVICE_CATEGORIES,
} from '../../../contract/connections/service.ts'

/*
 * The format `switchyard-service-1`: a service as somebody writes it down who has never seen our code. Only rules that
 * JSON Schema knows too, so that the published schema accepts what this one does; `service-json-problems.ts` has the rest.
 */

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const matching = (pattern: RegExp, like: string, most = 2000) =>
  z.string().check(z.regex(pattern, `must be like ${like}`), z.maxLength(most))
const slug = matching(/^[a-z][a-z0-9_]{0,49}$/, 'new_parcel')
const answerPath = matching(/^\$(\.[A-Za-z_][\w-]*|\[\d{1,4}\])*$/, '$.items[0].name', 200)
const path = matching(/^\/(?:[^\s{}]|\{\{[^{}]*\}\})*$/, '/boxes/{{fields.box}}')
const plainPath = matching(/^\/[^\s{}]*$/, '/boxes, without values')
const address = matching(
  /^(?:https:\/\/[a-z0-9.-]{1,253})?\/(?:[^\s{}]|\{\{[^{}]*\}\})*$/,
  '/boxes/{{fields.box}} or https://api.acme.test/boxes',
)
const plainAddress = matching(/^(?:https:\/\/[a-z0-9.-]{1,253})?\/[^\s{}]*$/, 'https://acme.test/oauth/token')
const link = matching(/^https:\/\/[^\s/]+(?:\/\S*)?$/, 'https://acme.test/terms')
const host = matching(/^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'api.acme.test', 253)
const headerName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, 'must be like X-Api-Key'))
const headers = z.record(headerName, matching(/^[\x20-\x7e]+$/, 'application/json'))
const query = z.record(words(100), z.string().check(z.maxLength(2000)))

const asked = { query: z.optional(query), headers: z.optional(headers) }
const sent = { ...asked, json: z.optional(z.record(z.string(), z.json())) }
const request = z.union(
  [
    z.strictObject({ get: address, ...asked }),
    z.strictObject({ post: address, ...sent }),
    z.strictObject({ put: address, ...sent }),
    z.strictObject({ patch: address, ...sent }),
    z.strictObject({ delete: address, ...sent }),
  ],
  'needs one of get, post, put, patch and delete, with the address',
)

const liveOptions = z.strictObject({
  get: plainPath,
  items: z.optional(answerPath),
  value: z.optional(answerPath),
  label: z.optional(answerPath),
  group: z.optional(answerPath),
})
const option = z.strictObject({ label: words(100), value: words(200), group: z.optional(words(100)) })
const field = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(FIELD_TYPES, `must be one of ${FIELD_TYPES.join(', ')}`),
  required: z.optional(z.boolean()),
  hint: z.optional(words(300)),
  default_value: z.optional(z.string().check(z.maxLength(500))),
  options: z.optional(
    z.union(
      [z.array(option).check(z.minLength(1), z.maxLength(200)), liveOptions],
      'must be a list of options, or where to get them',
    ),
  ),
})
const ingredient = z.strictObject({
  slug: matching(/^[A-Z][A-Za-z0-9]{0,49}$/, 'Sender'),
  name: words(100),
  type: z.enum(INGREDIENT_TYPES, `must be one of ${INGREDIENT_TYPES.join(', ')}`),
  from: answerPath,
  example: words(500),
})
const texts = {
  slug,
  name: words(100),
  description: z.optional(words(300)),
  fields: z.optional(z.array(field).check(z.maxLength(30))),
}
const ingredients = z.array(ingredient).check(z.minLength(1), z.maxLength(60))

const trigger = z.strictObject({
  ...texts,
  mode: z.optional(z.literal('poll')),
  every: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
  request,
  items: answerPath,
  id: z.union(
    [answerPath, z.array(answerPath).check(z.minLength(2), z.maxLength(5))],
    'must be like $.id, or a list of such places',
  ),
  at: z.optional(answerPath),
  order: z.optional(z.enum(['newest_first', 'oldest_first'])),
  next: z.optional(
    z.union(
      [answerPath, z.strictObject({ from: answerPath, query: words(50) })],
      'must be a path such as $.next_cursor, or from and query',
    ),
  ),
  ingredients,
})
const queryStep = z.strictObject({ ...texts, request, items: z.optional(answerPath), ingredients })
const action = z.strictObject({
  ...texts,
  repeat: z.enum(['safe', 'key', 'find', 'unsafe'], 'must be safe, key, find or unsafe'),
  failure_is_final: z.optional(z.boolean()),
  request,
  result: z.optional(z.strictObject({ id: z.optional(answerPath), url: z.optional(answerPath) })),
  errors: z.optional(
    z
      .array(
        z.strictObject({
          status: z.int().check(z.minimum(400), z.maximum(599)),
          as: z.enum(['skip', 'done']),
          message: z.optional(answerPath),
        }),
      )
      .check(z.maxLength(20)),
  ),
  find: z.optional(z.strictObject({ request, items: answerPath, key: answerPath })),
})

const account = z.strictObject({ get: path, headers: z.optional(headers), id: answerPath, name: answerPath })
const connectField = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(CONNECT_FIELD_TYPES, `must be one of ${CONNECT_FIELD_TYPES.join(', ')}`),
  hint: z.optional(words(300)),
  required: z.optional(z.boolean()),
  default_value: z.optional(words(300)),
  prefix: z.optional(words(50)),
  base: z.optional(z.literal(true)),
})
const connect = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('key'),
      fields: z.optional(z.array(connectField).check(z.minLength(1), z.maxLength(8))),
      account,
    }),
    z.strictObject({
      kind: z.literal('oauth2'),
      issuer: z.optional(link),
      authorize_url: plainAddress,
      token_url: plainAddress,
      revoke_url: z.optional(plainAddress),
      scopes: z.string().check(z.maxLength(1000)),
      client_auth: z.optional(z.enum(['basic', 'post'])),
      register_url: z.optional(link),
      fields: z.optional(z.array(connectField).check(z.minLength(1), z.maxLength(8))),
      account,
    }),
  ],
  'must have the kind none, key or oauth2',
)
const sample = z.strictObject({ fields: z.optional(z.record(slug, z.string())), answer: z.json() })
const samples = z.optional(z.record(slug, sample))

/** A service's JSON file. */
export const serviceJson = z.strictObject({
  $schema: z.optional(z.string()),
  id: matching(/^[a-z][a-z0-9_]{1,39}$/, 'acme'),
  name: words(40),
  short_name: z.optional(words(20)),
  description: words(200),
  category: z.optional(z.enum(SERVICE_CATEGORIES, `must be one of ${SERVICE_CATEGORIES.join(', ')}`)),
  color: matching(/^#[0-9a-f]{6}$/, '#0b7285'),
  icon: z.optional(matching(/^[a-z0-9_]{1,40}\.svg$/, 'acme.svg')),
  keywords: z.optional(z.array(words(30)).check(z.maxLength(20))),
  terms_url: z.optional(link),
  credit: z.optional(words(200)),
  hosts: z.array(host).check(z.maxLength(10)),
  transport: z.optional(z.literal('http')),
  headers: z.optional(headers),
  limit: z.optional(
    z.strictObject({
      calls: z.int().check(z.minimum(1), z.maximum(100_000)),
      per: z.int().check(z.minimum(1), z.maximum(86_400)),
    }),
  ),
  connect,
  triggers: z.optional(z.array(trigger).check(z.maxLength(50))),
  queries: z.optional(z.array(queryStep).check(z.maxLength(50))),
  actions: z.optional(z.array(action).check(z.maxLength(50))),
  samples: z.optional(z.strictObject({ triggers: samples, queries: samples, actions: samples })),
})

export type ServiceJson = z.infer<typeof serviceJson>

/** A fault of a service's JSON file, and where it is: `['triggers', 0, 'request']`. */
export type JsonProblem = { path: readonly (string | number)[]; message: string }
