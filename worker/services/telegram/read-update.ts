import { parseJson } from '../../contract/shared/parse-json.ts'
import type { PushedTrigger } from '../../engine/steps/service-steps.ts'
import type { Ingredients, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId, toIngredient, toTime } from '../format/answer-place.ts'

/** `/lights on`, also as `/lights@TheBot on` in a group. */
const COMMAND = /^\/([A-Za-z0-9_]{1,32})(?:@\w+)?(?:\s+([\s\S]*))?$/

type Update = { id: string; at: number | null; text: string; chats: string[]; ingredients: Ingredients }

/** Telegram repeats the secret of `setWebhook` there. */
const secret_header = 'x-telegram-bot-api-secret-token'

/** A message with text that is not a command. */
export const messageUpdate: PushedTrigger = {
  secret_header,
  read: (body, { fields }) => {
    const update = readUpdate(body, fields['chat'])
    return update && !COMMAND.test(update.text) ? itemOf(update, {}) : null
  },
}

/** One command, in any case of letters. */
export const commandUpdate: PushedTrigger = {
  secret_header,
  read: (body, { fields }) => {
    const update = readUpdate(body, fields['chat'])
    const [, command = '', rest = ''] = COMMAND.exec(update?.text ?? '') ?? []
    const wanted = (fields['command'] ?? '').trim().replace(/^\//, '').toLowerCase()
    if (!update || wanted === '' || command.toLowerCase() !== wanted) return null
    return itemOf(update, { Command: command.toLowerCase(), Arguments: rest.trim() })
  },
}

/** A message of the chat that is asked for, by its id or by its name; null for anything else that Telegram sends. */
function readUpdate(body: string, chat: string | undefined): Update | null {
  const update = parseJson(body)
  const id = toId(readPlace(update, '$.update_id'))
  const message = readPlace(update, '$.message') ?? readPlace(update, '$.channel_post')
  const text = toId(readPlace(message, '$.text')) ?? toId(readPlace(message, '$.caption'))
  if (id === null || text === null) return null
  const wanted = (chat ?? '').trim().toLowerCase()
  const chats = namesOf(readPlace(message, '$.chat'))
  if (wanted !== '' && !chats.includes(wanted)) return null
  const at = toTime(readPlace(message, '$.date'))
  const names = ['$.from.first_name', '$.from.last_name'] as const
  const from = names.flatMap((path) => toId(readPlace(message, path)) ?? [])
  const chat_name = toId(readPlace(message, '$.chat.title')) ?? toId(readPlace(message, '$.chat.first_name'))
  const ingredients = {
    Text: text,
    From: from.join(' '),
    FromUsername: toIngredient(readPlace(message, '$.from.username')),
    ChatId: toId(readPlace(message, '$.chat.id')),
    ChatName: chat_name,
    SentAt: at === null ? null : new Date(at).toISOString(),
  }
  return { id, at, text, chats, ingredients }
}

function namesOf(chat: unknown): string[] {
  const username = toId(readPlace(chat, '$.username'))?.toLowerCase()
  return [toId(readPlace(chat, '$.id')) ?? '', ...(username ? [username, `@${username}`] : [])]
}

function itemOf({ id, at, ingredients }: Update, more: Ingredients): TriggerItem {
  return { id, at, ingredients: { ...ingredients, ...more } }
}
