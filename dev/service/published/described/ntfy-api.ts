import { describeApi, listOf, object, oneOf, text, whole, yesOrNo } from './describe-api.ts'

/** Written from docs.ntfy.sh, "Publish as JSON" and "Subscribe via API", which have no schema. */
export const ntfyApi = describeApi({
  'POST /': {
    json: object(
      {
        topic: { type: 'string', pattern: '^[-_A-Za-z0-9]{1,64}$' },
        message: { type: 'string', maxBytes: 4096 },
        title: text,
        tags: listOf(text),
        priority: oneOf(1, 2, 3, 4, 5),
        click: text,
        attach: text,
      },
      ['topic'],
    ),
    answer: object({ id: text, time: whole, expires: whole, event: oneOf('message'), topic: text, message: text }),
  },
  'GET /{topic}/auth': { answer: object({ success: yesOrNo }, ['success']) },
  'GET /{topic}/json': {
    query: { poll: oneOf(1), since: text },
    answer: object({
      id: text,
      time: whole,
      expires: whole,
      event: oneOf('open', 'keepalive', 'message', 'poll_request'),
      topic: text,
      message: text,
      title: text,
      tags: listOf(text),
      priority: oneOf(1, 2, 3, 4, 5),
      click: text,
      attachment: object({ name: text, url: text, type: text, size: whole, expires: whole }),
    }),
  },
})
