import type { SecretAddressKind } from '../../../worker/contract/hooks/secret-address.ts'

type Words = {
  title: string
  explanation: string
  label: string
  lost: string
  question: string
  warning: string
  replaced: string
}

export const ADDRESS_WORDS: Record<SecretAddressKind, Words> = {
  hook_url: {
    title: 'Webhook',
    explanation:
      'Send a POST request to this URL to start the Applet; JSON such as {"value1": "Hello"} gives it a Value 1. Keep the URL secret, because anyone who has it can do that.',
    label: 'Webhook URL',
    lost: 'The URL cannot be shown anymore. Regenerate it to get a new one.',
    question: 'Regenerate the webhook URL?',
    warning: 'The current URL stops working at once. Everything that sends to it needs the new one.',
    replaced: 'Your webhook has a new URL.',
  },
  mail_address: {
    title: 'Email address',
    explanation:
      'Send or forward an email to this address to start the Applet. Keep the address secret, because anyone who has it can do that.',
    label: 'Email address',
    lost: 'The address cannot be shown anymore. Regenerate it to get a new one.',
    question: 'Regenerate the email address?',
    warning: 'The current address stops working at once. Everything that sends to it needs the new one.',
    replaced: 'Your Applet has a new email address.',
  },
}
