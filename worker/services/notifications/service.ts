import { defineService, field } from '../format/define-service.ts'
import { deliverMessage } from '../format/deliver-message.ts'

const message = field('message', 'Message', 'textarea')

export const notifications = defineService({
  module_name: 'notifications',
  identifier: 'Notifications',
  name: 'Notifications',
  short_name: 'Notifications',
  description: 'Short messages on your phone, the moment something you care about happens.',
  keywords: ['alert', 'push', 'reminder'],
  category: 'messages',
  brand_color: '#c2255c',
  popularity: 72,
  base_url: null,
  connect: { kind: 'none' },
  triggers: [],
  queries: [],
  actions: [
    {
      slug: 'send',
      name: 'Send a notification',
      description: 'Shows a short message on your phone.',
      repeat: 'key',
      fields: [message],
      run: deliverMessage(message, ({ fields, applet_id, key }, { notify }) =>
        notify({ key, text: fields['message'] ?? '', link: null, applet_id }),
      ),
      sample: { fields: { message: 'Hello' }, answer: null },
    },
    {
      slug: 'send_link',
      name: 'Send a notification with a link',
      description: 'A message that opens an address when tapped.',
      repeat: 'key',
      fields: [message, field('link', 'Link', 'url')],
      run: deliverMessage(message, ({ fields, applet_id, key }, { notify }) =>
        notify({ key, text: fields['message'] ?? '', link: webAddress(fields['link']), applet_id }),
      ),
      sample: { fields: { message: 'Hello', link: 'https://example.com' }, answer: null },
    },
  ],
})

/** A link made of ingredients is opened only if it is a web address. */
function webAddress(link: string | undefined): string | null {
  return link !== undefined && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : null
}
