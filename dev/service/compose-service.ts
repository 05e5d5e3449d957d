import type { StepKind } from '../../worker/contract/connections/service.ts'
import template from './template.json' with { type: 'json' }

/** How people connect, as somebody who writes a file chooses it. */
export const WAYS = {
  none: 'no account',
  key: 'one key',
  values: 'several values, such as a user and a password',
  address: 'a pasted address, such as that of a webhook',
  oauth2: 'a sign-in with OAuth',
  server: 'a server of their own, with a token',
} as const
export type Way = keyof typeof WAYS

export type Choices = { way: Way; kinds: readonly StepKind[] }

type Part = Record<string, unknown>

/** The file of a new service: its name, how people connect, and one step of each of these kinds. */
export function composeService(id: string, { way, kinds }: Choices): Part {
  const { triggers, queries, actions, samples, headers: _headers, ...service } = renamed(id)
  const has = (kind: StepKind) => kinds.includes(kind)
  const connected = connectedBy(way, service)
  const { account, ...steps } = samples
  return {
    ...service,
    // Until somebody has seen it work with a real account.
    unverified: true,
    ...connected,
    ...(has('trigger') && { triggers }),
    ...(has('query') && { queries }),
    ...(has('action') && { actions: way === 'address' ? actions.map(postedAt) : actions }),
    samples: {
      ...(way !== 'none' && way !== 'address' && { account }),
      ...(has('trigger') && { triggers: steps.triggers }),
      ...(has('query') && { queries: steps.queries }),
      ...(has('action') && { actions: steps.actions }),
    },
  }
}

/** The template with the service's own names. */
function renamed(id: string): typeof template {
  const text = JSON.stringify(template)
    .replaceAll(/\bacme(?!\.example)/g, id)
    .replaceAll('acme.example', `${id.replaceAll('_', '-')}.example`)
    .replaceAll('Acme', nameOf(id))
  return JSON.parse(text)
}

/** `post_box` as people read it: `Post Box`. */
function nameOf(id: string): string {
  return id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

type Service = Pick<typeof template, 'name' | 'hosts' | 'connect'>

function connectedBy(way: Way, { name, hosts, connect }: Service): Part {
  const { account } = connect
  const [host = ''] = hosts
  switch (way) {
    case 'none':
      return { connect: { kind: 'none' } }
    case 'key':
      return { connect, headers: template.headers }
    case 'values': {
      const user = { slug: 'user', label: 'User name', type: 'text' }
      const password = { slug: 'password', label: 'Password', type: 'secret' }
      const fields = [user, { ...password, hint: `In ${name}, open Settings, then App passwords.` }]
      return { connect: { kind: 'key', fields, account }, basic: '{{credentials.user}}:{{credentials.password}}' }
    }
    case 'address': {
      const webhook = { slug: 'webhook', label: 'Webhook address', type: 'secret', address: '/hooks/{box}/{secret}' }
      const fields = [{ ...webhook, hint: `In ${name}, open Settings, then Webhooks.` }]
      const named = { id: '{{credentials.webhook.box}}', name: 'Box {{credentials.webhook.box}}' }
      return { connect: { kind: 'key', fields, account: named } }
    }
    case 'oauth2': {
      const login = host.replace(/^api\./, 'login.')
      const addresses = { authorize_url: `https://${login}/authorize`, token_url: `https://${login}/token` }
      return {
        hosts: [host, login],
        connect: { kind: 'oauth2', ...addresses, scopes: 'boxes.read boxes.write', account },
      }
    }
    case 'server': {
      const server = { slug: 'server', label: 'Server', type: 'url', base: true }
      const token = { slug: 'token', label: 'Token', type: 'secret' }
      const fields = [
        { ...server, hint: `The address of your ${name}, such as https://${host}.` },
        { ...token, hint: `In your ${name}, open Settings, then Tokens.` },
      ]
      return { hosts: [], connect: { kind: 'key', fields, account } }
    }
  }
}

/** What is pasted is the address that actions post to. */
function postedAt(action: (typeof template)['actions'][number]): Part {
  const { request, ...rest } = action
  return { ...rest, request: { post: '{{credentials.webhook}}', json: { box: '{{fields.box}}', ...request.json } } }
}
