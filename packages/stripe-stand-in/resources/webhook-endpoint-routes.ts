import type { Stripe } from 'stripe'
import { invalidRequest } from '../store/stripe-api-error.ts'
import { paginate, paging } from '../http/paginate.ts'
import { bool, list, metadata, required, text, type Input, type Known } from '../http/params.ts'
import { route, type Api, type Call } from '../http/api-route.ts'
import { checkEndpointVersion } from '../http/api-version.ts'
import { mergeMetadata } from '../store/merge-metadata.ts'
import type { Objects } from '../store/stripe-objects.ts'
import { API_VERSION, type ObjectStore } from '../store/object-store.ts'

type Endpoint = Objects['webhook_endpoint']

const createParams = {
  api_version: text,
  description: text,
  enabled_events: required(list(text)),
  url: required(text),
} satisfies Known<Stripe.WebhookEndpointCreateParams>
const updateParams = {
  disabled: bool,
  enabled_events: list(text),
  metadata,
} satisfies Known<Stripe.WebhookEndpointUpdateParams>

export function webhookEndpointRoutes(api: Api): void {
  route(api, 'post', '/v1/webhook_endpoints', { params: createParams }, (input, { store }) => {
    checkEndpointVersion(input.api_version)
    const endpoint = newEndpoint(store, input, `whsec_${store.random()}`)
    // The secret is shown only once.
    return { ...endpoint, secret: store.hidden(endpoint.id).secret }
  })
  route(api, 'get', '/v1/webhook_endpoints', { params: paging }, (input, { store, url }) =>
    paginate(store.all('webhook_endpoint'), input, url),
  )
  route(api, 'post', '/v1/webhook_endpoints/:id', { params: updateParams }, update)
}

type EndpointWish = {
  url: string
  api_version?: string
  enabled_events: string[]
  description?: string
  metadata?: Record<string, string>
}

export function newEndpoint(store: ObjectStore, wish: EndpointWish, secret: string): Endpoint {
  const id = store.id('we')
  store.hide(id, { secret })
  return store.put('webhook_endpoint', {
    id,
    object: 'webhook_endpoint',
    api_version: wish.api_version ?? API_VERSION,
    application: null,
    created: store.now(),
    description: wish.description ?? null,
    enabled_events: wish.enabled_events,
    livemode: false,
    metadata: mergeMetadata(null, wish.metadata),
    status: 'enabled',
    url: checked(wish.url),
  })
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Endpoint {
  const before = store.require('webhook_endpoint', path('id'))
  const { disabled } = input
  return store.put('webhook_endpoint', {
    ...before,
    enabled_events: input.enabled_events ?? before.enabled_events,
    metadata: mergeMetadata(before.metadata, input.metadata),
    status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
  })
}

function checked(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  })
}
