import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import { toId } from '../format/answer-place.ts'
import { cutText } from '../format/cut-text.ts'
import { jsonValue, postToWebhook } from '../format/http/post-to-webhook.ts'
import { discordWebhook } from './read-webhook.ts'

const MESSAGE_MAX = 2000
const USERNAME_MAX = 80
const TITLE_MAX = 256

/** Waits until Discord has the message (`wait`), and mentions nobody, whatever an ingredient contains. */
export const postMessage: ActionDefinition['run'] = async ({ fields }, io) => {
  const address = new URL(io.credentials['webhook'] ?? '')
  address.searchParams.set('wait', 'true')
  const sent = await postToWebhook({ service: discordWebhook, address: address.href, body: messageOf(fields) }, io)
  if (!sent.ok) return sent
  return { ok: true, value: { id: toId(jsonValue(await sent.value.text(), 'id')), url: null, answer: null } }
}

function messageOf({ message = '', username, avatar_url, ...card }: Record<string, string>) {
  const { title, link, image_url } = card
  return {
    content: cutText(message, MESSAGE_MAX),
    allowed_mentions: { parse: [] },
    ...(username && { username: cutText(username, USERNAME_MAX) }),
    ...(avatar_url && { avatar_url }),
    ...((title || link || image_url) && { embeds: [embedOf({ title, link, image_url })] }),
  }
}

/** Discord shows a link only below a title. */
function embedOf({ title, link, image_url }: Record<'title' | 'link' | 'image_url', string | undefined>) {
  const shown = title || link
  return {
    ...(shown && { title: cutText(shown, TITLE_MAX) }),
    ...(link && { url: link }),
    ...(image_url && { image: { url: image_url } }),
  }
}
