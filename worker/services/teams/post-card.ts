import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import { cutBytes, cutText } from '../format/cut-text.ts'
import { postToWebhook } from '../format/http/post-to-webhook.ts'
import { teamsWorkflow } from './read-workflow.ts'

/** A message with all that belongs to it may have 28 KB. */
const MESSAGE_MAX = 20_000
const TITLE_MAX = 500

export const postCard: ActionDefinition['run'] = async ({ fields }, io) => {
  const body = { type: 'message', attachments: [attachmentOf(cardOf(fields))] }
  const sent = await postToWebhook({ service: teamsWorkflow, address: io.credentials['webhook'] ?? '', body }, io)
  return sent.ok ? { ok: true, value: { id: null, url: null, answer: null } } : sent
}

function attachmentOf(content: object) {
  return { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
}

/** An Adaptive Card of the version that Teams shows everywhere. */
function cardOf({ message = '', title, image_url, link, link_text }: Record<string, string>) {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      ...(title
        ? [{ type: 'TextBlock', text: cutText(title, TITLE_MAX), size: 'Medium', weight: 'Bolder', wrap: true }]
        : []),
      { type: 'TextBlock', text: cutBytes(message, MESSAGE_MAX), wrap: true },
      ...(image_url ? [{ type: 'Image', url: image_url, altText: title || 'Image' }] : []),
    ],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: cutText(link_text || 'Open', TITLE_MAX), url: link }] }),
  }
}
