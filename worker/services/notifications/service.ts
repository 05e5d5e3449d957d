import { defineService, field } from '../format/define-service.ts'
import { deliverMessage } from '../format/deliver-message.ts'

const message = field('message', 'Message', 'textarea')

export const notifications = defineService({
  id: 'notifications',
  name: 'Notifications',
  description: 'Short messages on your phone, the moment something you care about happens.',
  keywords: ['alert', 'push', 'reminder'],
  category: 'messages',
  color: '#c2255c',
  popularity: 72,
  hosts: [],
  connect: { kind: 'none' },
  actions: [
    {
      slug: 'send',
      name: 'Send a notification',
      description: 'Shows a short message on your phone.',
      phrase: 'send a notification',
      repeat: 'key',
      fields: [message],
    },
    {
      slug: 'send_link',
      name: 'Send a notification with a link',
      description: 'A message that opens an address when tapped.',
      phrase: 'send a notification with a link',
      sentence: 'send a notification with a link to {{fields.link}}',
      repeat: 'key',
      fields: [message, field('link', 'Link', 'url')],
    },
  ],
  samples: {
    actions: {
      send: { fields: { message: 'Hello' }, answer: null },
      send_link: { fields: { message: 'Hello', link: 'https://example.com' }, answer: null },
    },
  },
  code: {
    actions: {
      send: {
        run: deliverMessage(message, ({ fields, applet_id, key }, { notify }) =>
          notify({ key, text: fields['message'] ?? '', link: null, applet_id }),
        ),
      },
      send_link: {
        run: deliverMessage(message, ({ fields, applet_id, key }, { notify }) =>
          notify({ key, text: fields['message'] ?? '', link: webAddress(fields['link']), applet_id }),
        ),
      },
    },
  },
})

/** A link made of ingredients is opened only if it is a web address. */
function webAddress(link: string | undefined): string | null {
  return link !== undefined && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : null
}
