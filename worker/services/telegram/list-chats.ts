import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { FieldOption } from '../../contract/connections/service.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import type { AskOptions } from '../format/service-code.ts'
import { askTelegram } from './ask-telegram.ts'

const TOLD_ELSEWHERE =
  'Your Applets, or another program, get the messages of this bot, so Telegram lists no chats. Type the id: runs of Applets show it.'
/** So many updates Telegram lists, the oldest first. To ask for later ones would take these away. */
const UPDATES_MOST = 100
const OLDEST = `Of the oldest ${UPDATES_MOST} messages that wait; type the id of any other chat`
/** In each kind of update, where it says its chat. */
const KINDS = ['message', 'channel_post', 'my_chat_member']

/**
 * The chats that wrote to the bot within a day, or that it was added to, the latest first; where more wait than Telegram
 * lists, under a heading that says so. Takes no message away.
 */
export const listChats: AskOptions = async (io) => {
  const asked = await askTelegram(io, 'getUpdates', { allowed_updates: KINDS })
  if (!asked.ok) {
    return asked.problem.status === 409 ? failedOutcome({ failure: 'input', message: TOLD_ELSEWHERE }) : asked
  }
  const updates = Array.isArray(asked.value) ? asked.value.toReversed() : []
  const chats = updates.flatMap((update) => KINDS.flatMap((kind) => readChat(readPlace(update, `$.${kind}.chat`))))
  const each = [...new Map(chats.map((chat) => [chat.value, chat])).values()]
  const value = updates.length < UPDATES_MOST ? each : each.map((chat) => ({ ...chat, group: OLDEST }))
  return { ok: true, value }
}

/** Groups and channels have a title, people a name. */
function readChat(chat: unknown): FieldOption[] {
  const text = (name: string) => toId(readPlace(chat, `$.${name}`))
  const value = text('id')
  if (value === null) return []
  const person = [text('first_name'), text('last_name')].filter(Boolean).join(' ')
  return [{ value, label: text('title') ?? (person || value) }]
}
