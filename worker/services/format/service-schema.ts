import * as z from 'zod/mini'
import {
  CONNECT_FIELD_TYPES,
  FIELD_SYNTAXES,
  FIELD_TYPES,
  INGREDIENT_TYPES,
  SERVICE_CATEGORIES,
} from '../../contract/connections/service.ts'
import { SLUG } from '../../contract/services/slug.ts'
import { SOLD_PLANS } from '../../contract/tiers.ts'
import { OPERATOR_KEYS } from '../../engine/steps/service-steps.ts'
import { PLACE } from './answer-place.ts'

/*
 * The format `switchyard-service-1`: a service as somebody writes it down who has never seen our code. Only rules that
 * JSON Schema knows too, so that the published schema accepts what this one does; `service-problems.ts` has the rest.
 */

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const matching = (pattern: RegExp, like: string, most = 2000) =>
  z.string().check(z.regex(pattern, `must be like ${like}`), z.maxLength(most))
const slug = matching(SLUG, 'new_parcel')
/** Where a value stands in an answer. */
const place = matching(PLACE, '$.items[0].name', 200)
/** A place alone, or a text with places and other values in braces. */
const value = words(1000)
/** The same where what is read out must differ: `id` instead of `$.id` would be one id for all that the service has. */
const found = matching(new RegExp(`${PLACE.source}|\\{\\{`), '$.id', 1000)
const ADDRESS = /^(?:\{\{credentials\.\w+\}\}|(?:https:\/\/[a-z0-9.-]{1,253})?\/(?:[^\s{}]|\{\{[^{}]*\}\})*)$/
const address = matching(ADDRESS, '/boxes/{{fields.box}} or https://api.acme.test/boxes')
const plainAddress = matching(/^(?:https:\/\/[a-z0-9.-]{1,253})?\/[^\s{}]*$/, 'https://acme.test/oauth/token')
const link = matching(/^https:\/\/[^\s/]+(?:\/\S*)?$/, 'https://acme.test/terms')
const host = matching(/^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'api.acme.test', 253)
const headerName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, 'must be like X-Api-Key'))
const headers = z.record(headerName, matching(/^[\x20-\x7e]+$/, 'application/json'))
const comment = z.optional(z.string().check(z.maxLength(2000)))
const list = <Member extends z.ZodMiniType>(member: Member, most: number) =>
  z.union([member, z.array(member).check(z.minLength(1), z.maxLength(most))])

/** A request: one of the methods with the address, and what goes along. The same wherever something is asked. */
const asking = {
  get: z.optional(address),
  post: z.optional(address),
  put: z.optional(address),
  patch: z.optional(address),
  delete: z.optional(address),
  query: z.optional(
    z.record(words(100), z.union([z.string().check(z.maxLength(2000)), z.strictObject({ $json: z.json() })])),
  ),
  headers: z.optional(headers),
  basic: z.optional(value),
  json: z.optional(z.union([z.record(z.string(), z.json()), z.array(z.json())])),
  form: z.optional(z.record(words(100), z.string())),
  answer: z.optional(z.enum(['json', 'lines', 'text'], 'must be json, lines or text')),
}
const request = z.strictObject(asking)
const next = z.union(
  [
    place,
    z.strictObject({ from: place, query: words(50) }),
    z.strictObject({ link: z.literal('next') }),
    z.strictObject({ address: place }),
    z.strictObject({ last: place, query: words(50), while: z.optional(place) }),
  ],
  'must be a place such as $.next_cursor, or one of from, link, address and last',
)
const errors = z
  .array(
    z.strictObject({
      status: z.optional(list(z.int().check(z.minimum(200), z.maximum(599)), 10)),
      at: z.optional(place),
      is: z.optional(list(z.union([words(200), z.int()]), 20)),
      text: z.optional(list(words(200), 20)),
      as: z.enum(['fail', 'skip', 'done', 'gone', 'later', 'unauthorized', 'restart']),
      message: z.optional(value),
    }),
  )
  .check(z.minLength(1), z.maxLength(20))
const where = z.record(
  z.string().check(z.regex(PLACE, 'must be a place such as $.type')),
  z.nullable(list(z.union([words(200), z.int(), z.boolean()]), 20)),
)

const liveOptions = z.strictObject({
  ...asking,
  items: z.optional(place),
  value: z.optional(found),
  label: z.optional(found),
  group: z.optional(value),
  next: z.optional(next),
})
const option = z.strictObject({ label: words(100), value: words(200), group: z.optional(words(100)) })
const match = z.strictObject({ as: list(words(300), 10), message: words(200) })
const field = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(FIELD_TYPES, `must be one of ${FIELD_TYPES.join(', ')}`),
  required: z.optional(z.boolean()),
  hint: z.optional(words(300)),
  default_value: z.optional(z.string().check(z.maxLength(500))),
  destination: z.optional(z.literal(true)),
  match: z.optional(match),
  syntax: z.optional(z.enum(FIELD_SYNTAXES)),
  shown_for: z.optional(z.strictObject({ field: slug, value: words(200) })),
  options: z.optional(
    z.union(
      [z.array(option).check(z.minLength(1), z.maxLength(200)), liveOptions],
      'must be a list of options, or the request that lists them',
    ),
  ),
})
const OWN = { slug: true, label: true, required: true, hint: true, default_value: true, destination: true } as const
/** A shared field, with these keys in place of its own. */
const changedField = z.extend(z.partial(z.pick(field, OWN)), { $use: slug })
const ingredient = z.strictObject({
  slug: matching(/^[A-Z][A-Za-z0-9]{0,49}$/, 'Sender'),
  name: z.optional(words(100)),
  type: z.optional(z.enum(INGREDIENT_TYPES, `must be one of ${INGREDIENT_TYPES.join(', ')}`)),
  from: z.optional(found),
  example: words(500),
})
const texts = {
  $comment: comment,
  slug,
  name: words(100),
  description: z.optional(words(300)),
  phrase: z.optional(words(100)),
  sentence: z.optional(words(200)),
  fields: z.optional(
    z
      .array(z.union([slug, field, changedField], 'must be a field, or the name of a shared one'))
      .check(z.maxLength(30)),
  ),
  errors: z.optional(errors),
}
const listed = {
  request: z.optional(request),
  where: z.optional(where),
  ingredients: z
    .array(z.union([slug, ingredient], 'must be an ingredient, or the name of shared ones'))
    .check(z.minLength(1), z.maxLength(60)),
}

/** What several steps have, by names that stand in its place. A shared part has no shared parts. */
const shared = z.strictObject({
  fields: z.optional(z.record(slug, z.omit(field, { slug: true }))),
  ingredients: z.optional(z.record(slug, z.array(ingredient).check(z.minLength(1), z.maxLength(60)))),
  answers: z.optional(z.record(slug, z.record(z.string(), z.json()))),
})

/** A push says that there is something new: the trigger is polled at once. */
const push = z.strictObject({
  follow: request,
  id: z.optional(value),
  leave: z.optional(request),
  proof: z.strictObject({
    header: headerName,
    hmac: z.optional(z.enum(['hex', 'base64'])),
    prefix: z.optional(words(50)),
  }),
})

const trigger = z.strictObject({
  ...texts,
  ...listed,
  mode: z.optional(z.enum(['poll', 'hook', 'clock'])),
  by_request: z.optional(z.literal(false)),
  every: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
  items: z.optional(place),
  id: z.optional(list(found, 5)),
  at: z.optional(value),
  order: z.optional(z.enum(['newest_first', 'oldest_first'])),
  next: z.optional(next),
  keep: z.optional(
    z.union(
      [place, z.strictObject({ link: z.literal('prev'), query: words(50) })],
      'must be a place such as $.sync_token, or what the Link header gives as prev',
    ),
  ),
  all_pages: z.optional(z.literal(true)),
  push: z.optional(push),
})
const queryStep = z.strictObject({ ...texts, ...listed, items: z.optional(place), next: z.optional(next) })
const action = z.strictObject({
  ...texts,
  repeat: z.enum(['safe', 'key', 'find', 'unsafe'], 'must be safe, key, find or unsafe'),
  failure_is_final: z.optional(z.boolean()),
  request: z.optional(request),
  result: z.optional(z.strictObject({ id: z.optional(found), url: z.optional(value) })),
  find: z.optional(
    z.strictObject({ request, items: place, key: z.optional(place), mark: z.optional(place), next: z.optional(next) }),
  ),
})

const account = z.strictObject({
  ...asking,
  id: found,
  name: list(value, 5),
  keep: z.optional(z.record(slug, place)),
  errors: z.optional(errors),
})
const connectField = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(CONNECT_FIELD_TYPES, `must be one of ${CONNECT_FIELD_TYPES.join(', ')}`),
  hint: z.optional(words(300)),
  page: z.optional(
    matching(/^(?:https:\/\/[^\s/]+(?:\/\S*)?|\/\S+)$/, 'https://acme.test/keys, or /keys at the server'),
  ),
  required: z.optional(z.boolean()),
  default_value: z.optional(words(300)),
  prefix: z.optional(words(50)),
  match: z.optional(match),
  address: z.optional(list(words(300), 5)),
  base: z.optional(z.literal(true)),
})
const connectFields = z.optional(z.array(connectField).check(z.minLength(1), z.maxLength(8)))
const connect = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('key'), fields: connectFields, account: z.optional(account) }),
    z.strictObject({
      kind: z.literal('oauth2'),
      issuer: z.optional(link),
      authorize_url: plainAddress,
      authorize_params: z.optional(z.record(words(50), words(100))),
      token_url: plainAddress,
      token_request: z.optional(z.literal('json')),
      revoke_url: z.optional(plainAddress),
      scopes: z.string().check(z.maxLength(1000)),
      client_auth: z.optional(z.enum(['basic', 'post'])),
      register_url: z.optional(link),
      fields: connectFields,
      account: z.optional(account),
    }),
  ],
  'must have the kind none, key or oauth2',
)

const values = z.optional(z.record(slug, z.string()))
const sample = z.strictObject({
  fields: z.optional(z.record(slug, z.string())),
  values,
  answer: z.json(),
  status: z.optional(z.int()),
  state: z.optional(z.string()),
})
const samples = z.optional(z.record(slug, sample))
const callLimit = z.strictObject({
  calls: z.int().check(z.minimum(1), z.maximum(100_000)),
  per: z.int().check(z.minimum(1), z.maximum(86_400)),
})

/** A service's file, as it is written. */
export const serviceSchema = z.strictObject({
  $schema: z.optional(z.string()),
  $comment: comment,
  id: matching(/^(?!constructor$)[a-z][a-z0-9_]{1,39}$/, 'acme'),
  name: words(40),
  short_name: z.optional(words(20)),
  description: words(200),
  category: z.optional(z.enum(SERVICE_CATEGORIES, `must be one of ${SERVICE_CATEGORIES.join(', ')}`)),
  color: matching(/^#[0-9a-f]{6}$/, '#0b7285'),
  icon: z.optional(matching(/^[a-z0-9_]{1,40}\.svg$/, 'acme.svg')),
  keywords: z.optional(z.array(words(30)).check(z.maxLength(20))),
  popularity: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  plan: z.optional(z.enum(SOLD_PLANS)),
  unverified: z.optional(z.literal(true)),
  terms_url: z.optional(link),
  credit: z.optional(words(200)),
  hosts: z.array(host).check(z.maxLength(10)),
  transport: z.optional(z.enum(['http', 'ifttt'])),
  headers: z.optional(headers),
  basic: z.optional(value),
  errors: z.optional(errors),
  limit: z.optional(callLimit),
  account_limit: z.optional(callLimit),
  write_gap: z.optional(z.int().check(z.minimum(1), z.maximum(5000))),
  operator_key: z.optional(z.enum(OPERATOR_KEYS)),
  connect,
  shared: z.optional(shared),
  triggers: z.optional(z.array(trigger).check(z.maxLength(50))),
  queries: z.optional(z.array(queryStep).check(z.maxLength(50))),
  actions: z.optional(z.array(action).check(z.maxLength(50))),
  requests: z.optional(z.record(slug, request)),
  samples: z.optional(
    z.strictObject({
      account: z.optional(z.json()),
      triggers: samples,
      queries: samples,
      actions: samples,
      requests: z.optional(z.record(slug, z.strictObject({ values, answer: z.json() }))),
    }),
  ),
})
