import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import { toId } from '../format/answer-place.ts'
import { cutBytes, cutText } from '../format/cut-text.ts'
import { jsonValue, postToWebhook } from '../format/http/post-to-webhook.ts'
import { chatWebhook } from './read-space.ts'

/** A message with its card may have 32,000 bytes. */
const MESSAGE_MAX = 20_000
const TITLE_MAX = 200

/** `requestId`: Google Chat answers a repeat with the message that is there already. */
export const postMessage: ActionDefinition['run'] = async ({ fields }, io) => {
  const address = new URL(io.credentials['webhook'] ?? '')
  if (io.key !== null) address.searchParams.set('requestId', io.key)
  const sent = await postToWebhook({ service: chatWebhook, address: address.href, body: messageOf(fields) }, io)
  if (!sent.ok) return sent
  return { ok: true, value: { id: toId(jsonValue(await sent.value.text(), 'name')), url: null, answer: null } }
}

function messageOf({ message = '', title, image_url, link, link_text }: Record<string, string>) {
  const widgets = [
    ...(image_url ? [{ image: { imageUrl: image_url, altText: title || 'Image' } }] : []),
    ...(link ? [{ buttonList: { buttons: [buttonOf(link, link_text)] } }] : []),
  ]
  if (widgets.length === 0) return { text: cutBytes(title ? `*${title}*\n${message}` : message, MESSAGE_MAX) }
  const card = { ...(title && { header: { title: cutText(title, TITLE_MAX) } }), sections: [{ widgets }] }
  return { text: cutBytes(message, MESSAGE_MAX), cardsV2: [{ cardId: 'card', card }] }
}

function buttonOf(link: string, link_text = '') {
  return { text: cutText(link_text || 'Open', TITLE_MAX), onClick: { openLink: { url: link } } }
}
