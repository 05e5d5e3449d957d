import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import { cutText } from '../format/cut-text.ts'
import { postToWebhook } from '../format/http/post-to-webhook.ts'
import { slackWebhook } from './probe-webhook.ts'

/** Slack cuts what is longer. */
const MESSAGE_MAX = 40_000
const LINK_TEXT_MAX = 1000

export const postMessage: ActionDefinition['run'] = async ({ fields }, io) => {
  const { message = '', link = '', link_text = '' } = fields
  const lines = [withoutPings(message), ...(link === '' ? [] : [linkOf(link, link_text)])]
  const body = { text: cutText(lines.join('\n'), MESSAGE_MAX) }
  const sent = await postToWebhook({ service: slackWebhook, address: io.credentials['webhook'] ?? '', body }, io)
  return sent.ok ? { ok: true, value: { id: null, url: null, answer: null } } : sent
}

/** `<!channel>` and its like would ping everyone, also out of an ingredient. */
function withoutPings(text: string): string {
  return text.replaceAll('<!', '&lt;!')
}

function linkOf(link: string, link_text: string): string {
  const address = link.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E')
  return link_text === '' ? `<${address}>` : `<${address}|${escaped(cutText(link_text, LINK_TEXT_MAX))}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
