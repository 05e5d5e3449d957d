import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as AdaptiveCards from 'adaptivecards'
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import { publishedBluesky } from '../../stand-ins/doubles/bluesky/published-bluesky.ts'
import { publishedGithub } from '../../stand-ins/doubles/github/published-github.ts'
import { publishedMastodon } from '../../stand-ins/doubles/mastodon/published-mastodon.ts'
import { camelCased } from './camel-case.ts'
import { publishedNotion } from '../../stand-ins/doubles/notion/published-notion.fixture.ts'
import { publishedTelegram } from '../../stand-ins/doubles/telegram/published-telegram.fixture.ts'
import type { HeldCall, Published } from '../../stand-ins/doubles/published/held-to.ts'
import { partOfType, publishedType } from '../../stand-ins/doubles/published/published-types.ts'
import { DESCRIBED } from './described-apis.fixture.ts'
import type * as mastodonTypes from './mastodon-types.ts'
import { publishedGitlab } from './published-gitlab.fixture.ts'
import { publishedGoogleApps } from './published-google-apps.fixture.ts'
import { publishedLinear } from './published-linear.fixture.ts'
import { publishedOpenApi } from './published-open-api.fixture.ts'
import { publishedTodoist } from './published-todoist.fixture.ts'

/**
 * What the requests and samples of a service's file are held to. `by`: who publishes it. `opened`: values of its account
 * that a sign-in opens.
 */
type Publication = { by: string; published: () => Published; opened?: Record<string, string> }

/** Why there is nothing to hold a service to. */
type Unpublished = { unpublished: string }

const publishedAirtable = publishedOpenApi('airtable-openapi.json')
const publishedTrello = publishedOpenApi('trello-openapi.json')

/** By the id of each service of somebody else whose file says a request. */
export const PUBLICATIONS: Record<string, Publication | Unpublished> = {
  home_assistant: { unpublished: 'Its REST API is published as documentation alone.' },
  github: { by: "GitHub's OpenAPI description", published: githubParts },
  bluesky: { by: 'the lexicons of `@atproto/api`', published: () => publishedBluesky },
  mastodon: {
    by: 'the types of `masto`',
    published: () => ({ ...publishedMastodon, answerProblems: mastodonAnswerProblems }),
    opened: { account: '1' },
  },
  todoist: { by: "Todoist's SDK, `@doist/todoist-sdk`", published: () => publishedTodoist },
  gmail: { by: "Google's types, `@googleapis/gmail`", published: () => publishedGoogleApps },
  google_calendar: { by: "Google's types, `@googleapis/calendar`", published: () => publishedGoogleApps },
  airtable: { by: "Airtable's documentation", published: () => publishedAirtable },
  linear: { by: 'the types of `@linear/sdk`', published: () => publishedLinear },
  trello: { by: 'the schemas of `trello.js`', published: () => publishedTrello },
  notion: { by: "the types of Notion's client, `@notionhq/client`", published: () => publishedNotion },
  telegram: { by: '`@grammyjs/types`', published: () => publishedTelegram },
  gitlab: { by: 'the types of `@gitbeaker/core`', published: () => publishedGitlab },
  matrix: { by: "Matrix's specification", published: () => DESCRIBED.matrix },
  ntfy: { by: "ntfy's documentation", published: () => DESCRIBED.ntfy },
  pushover: { by: "Pushover's documentation", published: () => DESCRIBED.pushover },
  wordpress: { by: "WordPress's reference", published: () => DESCRIBED.wordpress },
  zulip: { by: "Zulip's OpenAPI description", published: () => DESCRIBED.zulip },
  discord: { by: '`discord-api-types`', published: () => publishedDiscord },
  slack: { by: 'the types of `@slack/webhook`', published: () => publishedSlack },
  google_chat: { by: 'the types of `@googleapis/chat`', published: () => publishedGoogleChat },
  teams: { by: "Microsoft's reader of cards, `adaptivecards`", published: () => publishedTeams },
}

function githubParts(): Published {
  const check = publishedGithub()
  return {
    requestProblems: (call) => check.requestProblems(call, call),
    answerProblems: (call, answer) => check.partProblems(call, answer),
  }
}

type MastodonTypes = {
  Statuses: mastodonTypes.Statuses
  PostedStatus: mastodonTypes.PostedStatus
  Notifications: mastodonTypes.Notifications
}
const mastodonType = (name: keyof MastodonTypes) => partOfType(join(import.meta.dirname, 'mastodon-types.ts'), name)
const MASTODON_ANSWERS = [
  { path: /\/notifications$/, problems: mastodonType('Notifications') },
  { path: /\/(?:statuses|favourites|tag\/\w+)$/, problems: mastodonType('Statuses') },
] as const
const mastodonStatus = mastodonType('PostedStatus')

/** masto's types are in camel case. */
function mastodonAnswerProblems({ method, path }: HeldCall, { body }: { body: string }): string[] {
  const answer = camelCased(JSON.parse(body))
  if (method === 'POST') return mastodonStatus(answer)
  const found = MASTODON_ANSWERS.find((each) => each.path.test(path))
  return found ? found.problems(answer) : [`the answer of ${path} is not published`]
}

const discord = {
  body: publishedType('DiscordMessageBody'),
  message: publishedType('DiscordMessage', 'part'),
  webhook: publishedType('DiscordWebhook', 'part'),
}
const WEBHOOK = /^\/api\/webhooks\/[^/]+\/[^/]+$/

const publishedDiscord: Published = {
  requestProblems: ({ method, path, query, body }) => [
    ...(WEBHOOK.test(path) ? [] : [`${path} is not published`]),
    ...namesBeside(Object.keys(query), ['wait', 'thread_id']),
    ...(method === 'POST' ? [...discord.body(JSON.parse(body)), ...discordLimits(JSON.parse(body))] : []),
  ],
  answerProblems: ({ method }, { body }) => discord[method === 'POST' ? 'message' : 'webhook'](JSON.parse(body)),
}

/** From its documentation of webhooks and embeds, in UTF-16 units. */
function discordLimits({ content = '', username = '', embeds = [] }: RESTPostAPIWebhookWithTokenJSONBody): string[] {
  return [
    ...longer('content', content.length, 2000),
    ...longer('username', username.length, 80),
    ...embeds.flatMap(({ title = '' }) => longer('title', title.length, 256)),
  ]
}

function longer(name: string, length: number, most: number): string[] {
  return length > most ? [`${name} has ${length} of ${most}`] : []
}

const slackBody = publishedType('SlackMessageBody')

/** Slack publishes its answers, which are texts, as documentation alone. */
const publishedSlack: Published = {
  requestProblems: ({ method, path, body }) => [
    ...(method === 'POST' && /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(path) ? [] : [`${path} is not published`]),
    ...slackBody(JSON.parse(body)),
    ...longer('text', String(JSON.parse(body).text ?? '').length, 40_000),
  ],
  answerProblems: (_, { body }) => (['ok', 'no_text'].includes(body) ? [] : [`${body} is not an answer of Slack`]),
}

const chatMessage = publishedType('ChatMessage')

const publishedGoogleChat: Published = {
  requestProblems: ({ method, path, query, body }) => [
    ...(method === 'POST' && /^\/v1\/spaces\/[^/]+\/messages$/.test(path) ? [] : [`${path} is not published`]),
    ...namesBeside(Object.keys(query), ['key', 'token', 'requestId', 'threadKey', 'messageReplyOption']),
    ...chatMessage(JSON.parse(body)),
    ...longer('the message', Buffer.byteLength(body), 32_000),
  ],
  answerProblems: (_, { body }) => chatMessage(JSON.parse(body)),
}

/** Its modules name each other without endings, which Node does not find; its bundle has them all. */
const { AdaptiveCard, SerializationContext }: typeof AdaptiveCards = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
)

/** A workflow answers nothing of a message. */
const publishedTeams: Published = {
  requestProblems: ({ body }) => {
    const { type, attachments = [] } = JSON.parse(body) as { type?: string; attachments?: Record<string, unknown>[] }
    const problems = attachments.flatMap(({ contentType, content }) => [
      ...(contentType === 'application/vnd.microsoft.card.adaptive' ? [] : [`${contentType} is not a card`]),
      ...cardProblems(content),
    ])
    const whole = [...problems, ...longer('the message', Buffer.byteLength(body), 28 * 1024)]
    return type === 'message' ? whole : [`${type} is not a message`, ...whole]
  },
  answerProblems: (_, { body }) => (body === '' ? [] : [`${body} is not published`]),
}

/** Microsoft leaves out the properties that it does not know. */
function cardProblems(sent: unknown): string[] {
  const [card, reading] = [new AdaptiveCard(), new SerializationContext()]
  card.parse(sent, reading)
  const events = card.validateProperties().validationEvents.map(({ message }) => message)
  const isKept = JSON.stringify(sorted(card.toJSON())) === JSON.stringify(sorted(sent))
  return [
    ...events,
    ...(reading.eventCount === 0 ? [] : ['the card is not read']),
    ...(isKept ? [] : ['not all is known']),
  ]
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(names.map(([name, each]) => [name, sorted(each)]))
}

function namesBeside(names: readonly string[], known: readonly string[]): string[] {
  return names.filter((name) => !known.includes(name)).map((name) => `${name} is not a parameter`)
}
