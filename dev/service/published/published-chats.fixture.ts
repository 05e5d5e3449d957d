import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as AdaptiveCards from 'adaptivecards'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'
import { checkOfType, partOfType } from '../../stand-ins/doubles/published/published-types.ts'
import type * as types from './webhook-types.ts'

type Named = {
  DiscordWebhook: types.DiscordWebhook
  DiscordMessageBody: types.DiscordMessageBody
  DiscordMessage: types.DiscordMessage
  SlackMessageBody: types.SlackMessageBody
  ChatMessage: types.ChatMessage
}
const TYPES = join(import.meta.dirname, 'webhook-types.ts')
const whole = (name: keyof Named) => checkOfType(TYPES, name)
const part = (name: keyof Named) => partOfType(TYPES, name)

const discord = {
  body: whole('DiscordMessageBody'),
  message: part('DiscordMessage'),
  webhook: part('DiscordWebhook'),
}
const WEBHOOK = /^\/api\/webhooks\/[^/]+\/[^/]+$/

export const publishedDiscord: Published = {
  requestProblems: ({ method, path, query, body }) => [
    ...(WEBHOOK.test(path) ? [] : [`${path} is not published`]),
    ...namesBeside(Object.keys(query), ['wait', 'thread_id']),
    ...(method === 'POST' ? [...discord.body(JSON.parse(body)), ...discordLimits(JSON.parse(body))] : []),
  ],
  answerProblems: ({ method }, { body }) => discord[method === 'POST' ? 'message' : 'webhook'](JSON.parse(body)),
}

/** From its documentation of webhooks and embeds, in UTF-16 units. */
function discordLimits({ content = '', username = '', embeds = [] }: types.DiscordMessageBody): string[] {
  return [
    ...longer('content', content.length, 2000),
    ...longer('username', username.length, 80),
    ...embeds.flatMap(({ title = '' }) => longer('title', title.length, 256)),
  ]
}

function longer(name: string, length: number, most: number): string[] {
  return length > most ? [`${name} has ${length} of ${most}`] : []
}

const slackBody = whole('SlackMessageBody')

/** Slack publishes its answers, which are texts, as documentation alone. */
export const publishedSlack: Published = {
  requestProblems: ({ method, path, body }) => [
    ...(method === 'POST' && /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(path) ? [] : [`${path} is not published`]),
    ...slackBody(JSON.parse(body)),
    ...longer('text', String(JSON.parse(body).text ?? '').length, 40_000),
  ],
  answerProblems: (_, { body }) => (['ok', 'no_text'].includes(body) ? [] : [`${body} is not an answer of Slack`]),
}

const chatMessage = whole('ChatMessage')

export const publishedGoogleChat: Published = {
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
export const publishedTeams: Published = {
  requestProblems: ({ body }) => {
    const { type, attachments = [] } = JSON.parse(body) as { type?: string; attachments?: Record<string, unknown>[] }
    const problems = attachments.flatMap(({ contentType, content }) => [
      ...(contentType === 'application/vnd.microsoft.card.adaptive' ? [] : [`${contentType} is not a card`]),
      ...cardProblems(content),
    ])
    const all = [...problems, ...longer('the message', Buffer.byteLength(body), 28 * 1024)]
    return type === 'message' ? all : [`${type} is not a message`, ...all]
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
