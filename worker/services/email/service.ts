import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'
import { deliverMessage } from '../format/deliver-message.ts'

const subject = field('subject', 'Subject', 'text')
const line = field('line', 'Line', 'text')

export const email = defineService({
  id: 'email',
  name: 'Email',
  description:
    'Email to and from your Applets: one that arrives starts them, and they send alerts, digests and notes to you.',
  keywords: ['mail', 'inbox'],
  category: 'messages',
  color: '#1971c2',
  popularity: 70,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'mail_received',
      name: 'Email received',
      description: "Starts when an email reaches your own secret address, which the Applet's page shows you.",
      phrase: 'an email reaches your own address',
      mode: 'hook',
      by_request: false,
      ingredients: [
        ingredient('From', 'From', 'text', 'mira@example.com'),
        ingredient('FromName', "Sender's name", 'text', 'Mira'),
        ingredient('To', 'To', 'text', 'you@example.com'),
        ingredient('Subject', 'Subject', 'text', 'Saturday'),
        ingredient('BodyPlain', 'Text', 'text', 'Shall we meet at ten?'),
        ingredient('BodyHtml', 'Text as HTML', 'html', '<p>Shall we meet at ten?</p>'),
        ingredient('ReceivedAt', 'Received at', 'datetime', '2026-03-01T12:00:00.000Z'),
        ingredient('AttachmentNames', 'Names of attachments', 'text', 'plan.pdf'),
      ],
    },
  ],
  actions: [
    {
      slug: 'send_me',
      name: 'Send me an email',
      description: 'Sends an email to your account address.',
      phrase: 'send yourself an email',
      sentence: 'send yourself the email “{{fields.subject}}”',
      repeat: 'key',
      fields: [subject, field('body', 'Text', 'textarea')],
    },
    {
      slug: 'add_to_digest',
      name: 'Add to my daily digest',
      description: 'Collects lines and emails them together once a day.',
      phrase: 'add a line to your daily digest',
      repeat: 'key',
      fields: [line, optionalField('copy_to', 'Send a copy to', 'email', { destination: true })],
    },
  ],
  samples: {
    actions: {
      send_me: { fields: { subject: 'Hello', body: 'How are you?' }, answer: null },
      add_to_digest: { fields: { line: 'Hello', copy_to: '' }, answer: null },
    },
  },
  code: {
    actions: {
      send_me: {
        run: deliverMessage(subject, ({ fields, applet_id, key }, { mail }) =>
          mail({ key, subject: oneLine(fields['subject']), text: fields['body'] ?? '', applet_id }),
        ),
      },
      add_to_digest: {
        run: deliverMessage(line, ({ fields, applet_id, key }, { digest }) =>
          digest({ key, text: oneLine(fields['line']), copy_to: fields['copy_to'] || null, applet_id }),
        ),
      },
    },
  },
})

const SUBJECT_MAX = 500

/** A header of a mail and a line of the digest have one line. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX)
}
