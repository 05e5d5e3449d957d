import type { ApiError, Message, Update, UserFromGetMe, WebhookInfo } from '@grammyjs/types'

/** Telegram's types, as grammY publishes them, under the names by which values are held to them. */
export type TelegramUser = UserFromGetMe
export type TelegramMessage = Message
export type TelegramUpdate = Update
export type TelegramWebhookInfo = WebhookInfo
export type TelegramError = ApiError
