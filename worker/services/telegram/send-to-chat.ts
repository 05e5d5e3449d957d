import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { cutText } from '../format/cut-text.ts'
import { askTelegram } from './ask-telegram.ts'

const TEXT_MAX = 4096
const CAPTION_MAX = 1024

export const sendMessage: ActionDefinition['run'] = ({ fields }, io) => {
  const { chat = '', message = '', silent } = fields
  return sendToChat(io, 'sendMessage', { chat_id: chat.trim(), text: cutText(message, TEXT_MAX), ...quietly(silent) })
}

/** Telegram fetches the picture itself. */
export const sendPhoto: ActionDefinition['run'] = ({ fields }, io) => {
  const { chat = '', photo, caption, silent } = fields
  const shown = caption ? { caption: cutText(caption, CAPTION_MAX) } : {}
  return sendToChat(io, 'sendPhoto', { chat_id: chat.trim(), photo, ...shown, ...quietly(silent) })
}

async function sendToChat(io: StepIo, method: string, parameters: object) {
  const sent = await askTelegram(io, method, parameters)
  if (!sent.ok) return sent
  return { ok: true, value: { id: toId(readPlace(sent.value, '$.message_id')), url: null, answer: null } } as const
}

function quietly(silent: string | undefined): { disable_notification?: true } {
  return silent === 'yes' ? { disable_notification: true } : {}
}
