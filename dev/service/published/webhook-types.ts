import type { chat_v1 } from '@googleapis/chat'
import type { IncomingWebhookSendArguments } from '@slack/webhook'
import type {
  RESTGetAPIWebhookWithTokenResult,
  RESTPostAPIWebhookWithTokenJSONBody,
  RESTPostAPIWebhookWithTokenWaitResult,
} from 'discord-api-types/v10'

/** What webhooks of chats take and answer, under the names by which values are held to it. */
export type DiscordWebhook = RESTGetAPIWebhookWithTokenResult
export type DiscordMessageBody = RESTPostAPIWebhookWithTokenJSONBody
export type DiscordMessage = RESTPostAPIWebhookWithTokenWaitResult
export type SlackMessageBody = IncomingWebhookSendArguments
export type ChatMessage = chat_v1.Schema$Message
