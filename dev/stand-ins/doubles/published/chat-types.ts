import type { chat_v1 } from '@googleapis/chat'
import type { ApiError, Message, Update, UserFromGetMe, WebhookInfo } from '@grammyjs/types'
import type { IncomingWebhookSendArguments } from '@slack/webhook'
import type {
  RESTGetAPIWebhookWithTokenResult,
  RESTPostAPIWebhookWithTokenJSONBody,
  RESTPostAPIWebhookWithTokenWaitResult,
} from 'discord-api-types/v10'

/** Types that providers publish for TypeScript, under the names by which `published-types.ts` checks values. */
export type DiscordWebhook = RESTGetAPIWebhookWithTokenResult
export type DiscordMessageBody = RESTPostAPIWebhookWithTokenJSONBody
export type DiscordMessage = RESTPostAPIWebhookWithTokenWaitResult
export type SlackMessageBody = IncomingWebhookSendArguments
export type ChatMessage = chat_v1.Schema$Message
export type TelegramUser = UserFromGetMe
export type TelegramMessage = Message
export type TelegramUpdate = Update
export type TelegramWebhookInfo = WebhookInfo
export type TelegramError = ApiError
