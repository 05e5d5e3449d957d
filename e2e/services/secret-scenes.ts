import { demoKey } from '../../dev/seed/open-demo-account.ts'
import type { DoubleName } from '../../dev/stand-ins/doubles/double-routes.ts'
import { ADA } from '../../dev/stand-ins/doubles/google_sheets/google-state.ts'

type Values = Record<string, string>

/** How a service is connected and used so that its secrets pass through everything that the product keeps or shows. */
export type SecretScene = {
  name: string
  /** The pasted values, or how its user agrees at the service: the form's values, and the server that they name. */
  connect: { paste: (address: string) => Values } | { allow: Values; server?: (address: string) => string }
  /** The opened values that are no secret, such as a handle. */
  open?: readonly string[]
  /** The parts of the opened values that are secret by themselves, such as the token in an address. */
  parts?: (values: Values) => string[]
  /** Null for a web request, whose first value is `{{Value1}}`. */
  trigger: { slug: string; fields?: Values } | null
  /** The service sends what happens, so it is not asked. */
  is_pushed?: true
  action: { slug: string; fields: Values }
  /** The button of the double's page that starts the Applet with this text. */
  happens?: (text: string) => { slug: string; fields: Values }
}

/** Doubles that nobody connects, or that stand for no real service. */
type Unconnected = 'feeds' | 'weather' | 'site_watch'

const HOOK = '{{Value1}}'

const GITHUB = {
  trigger: { slug: 'new_issue', fields: { repository: 'octocat/hello-world' } },
  action: {
    slug: 'create_comment',
    fields: { repository: 'octocat/hello-world', number: '{{IssueNumber}}', body: '{{IssueTitle}}' },
  },
  happens: (text: string) => ({ slug: 'issue', fields: { repository: 'octocat/hello-world', text } }),
}

/** What the double of a service takes. */
function pasteKey(id: string): SecretScene['connect'] {
  return { paste: (address) => demoKey(id, address) }
}

type Scenes<Name extends string> = Record<Name, readonly SecretScene[]>

/** Services that answer from their files, one for each place that a secret can have there. */
const FROM_FILES: Scenes<'bluesky' | 'discord' | 'google_chat' | 'home_assistant' | 'mastodon' | 'notion' | 'ntfy'> = {
  bluesky: [
    {
      name: 'Bluesky',
      connect: pasteKey('bluesky'),
      open: ['handle', 'did', 'server', 'pds'],
      trigger: { slug: 'new_mention' },
      action: { slug: 'post', fields: { text: '{{PostText}}' } },
      happens: (text) => ({ slug: 'trigger/new_mention', fields: { text } }),
    },
  ],
  discord: [
    {
      name: 'Discord',
      connect: pasteKey('discord'),
      parts: ({ webhook = '' }) => [webhook.split('/').at(-1) ?? ''],
      trigger: null,
      action: { slug: 'post_message', fields: { message: HOOK } },
    },
  ],
  google_chat: [
    {
      name: 'Google Chat',
      connect: pasteKey('google_chat'),
      parts: ({ webhook = '' }) => [...new URL(webhook).searchParams.values()],
      trigger: null,
      action: { slug: 'post_message', fields: { message: HOOK } },
    },
  ],
  home_assistant: [
    {
      name: 'Home Assistant',
      connect: pasteKey('home_assistant'),
      open: ['address'],
      trigger: { slug: 'state_changed', fields: { entity: 'sensor.kitchen', to: '' } },
      action: {
        slug: 'call_service',
        fields: { service: 'notify.notify', entity: '', data: '{"message": "{{State}}"}' },
      },
      happens: (text) => ({ slug: 'trigger/state_changed', fields: { text } }),
    },
  ],
  notion: [
    {
      name: 'Notion',
      connect: { allow: { decision: 'allow' } },
      trigger: { slug: 'new_page', fields: { database: 'db' } },
      action: { slug: 'append_text', fields: { page: 'sample-1', text: '{{Title}}' } },
      happens: (text) => ({ slug: 'trigger/new_page', fields: { text } }),
    },
  ],
  mastodon: [
    {
      name: 'Mastodon',
      connect: { allow: { decision: 'allow' }, server: (address) => address },
      open: ['server', 'account'],
      trigger: { slug: 'new_mention' },
      action: { slug: 'post', fields: { text: '{{PostText}}', visibility: 'unlisted', warning: '' } },
      happens: (text) => ({ slug: 'trigger/new_mention', fields: { text } }),
    },
  ],
  ntfy: [
    {
      name: 'ntfy',
      connect: pasteKey('ntfy'),
      open: ['server', 'topic'],
      trigger: { slug: 'new_message' },
      action: { slug: 'publish', fields: { message: '{{Message}}', priority: '3' } },
      happens: (text) => ({ slug: 'trigger/new_message', fields: { text } }),
    },
  ],
}

/** Each double that is connected: one that comes later does not compile without its scene. */
const OF_DOUBLES: Scenes<Exclude<DoubleName, Unconnected>> = {
  telegram: [
    {
      name: 'Telegram',
      connect: pasteKey('telegram'),
      parts: ({ token = '' }) => [token.split(':')[1] ?? ''],
      trigger: { slug: 'new_message', fields: { chat: '' } },
      is_pushed: true,
      action: { slug: 'send_message', fields: { chat: '{{ChatId}}', message: '{{Text}}', silent: 'no' } },
      happens: (text) => ({ slug: '700100200/say', fields: { text } }),
    },
  ],
  github: [
    { name: 'GitHub by token', connect: { paste: () => ({ token: 'github_pat_demo4711' }) }, ...GITHUB },
    { name: 'GitHub by its sign-in', connect: { allow: { decision: 'allow' } }, ...GITHUB },
  ],
  google_sheets: [
    {
      name: 'Google Sheets',
      connect: { allow: { decision: 'allow', account: ADA } },
      trigger: null,
      action: {
        slug: 'add_row',
        fields: { spreadsheet: 'create', new_name: 'Teas', sheet: '', row: HOOK },
      },
    },
  ],
  larder: [
    {
      name: 'A service of IFTTT’s protocol',
      connect: { allow: { decision: 'allow', account: 'larder-ada' } },
      trigger: { slug: 'runs_low', fields: { shelf: 'spices', below: '3' } },
      action: { slug: 'add_to_list', fields: { item: '{{Item}}', amount: '2' } },
      happens: (item) => ({ slug: 'runs_low', fields: { account: 'larder-ada', item, shelf: 'spices', left: '1' } }),
    },
  ],
}

export const SECRET_SCENES: Readonly<Record<string, readonly SecretScene[]>> = { ...FROM_FILES, ...OF_DOUBLES }
