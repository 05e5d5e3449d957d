/** Where GitHub, Stripe, Slack, Telegram and senders of Standard Webhooks sign. Read from the request, never stored. */
export const SIGNATURE_HEADERS = [
  'x-hub-signature-256',
  'stripe-signature',
  'x-slack-signature',
  'x-slack-request-timestamp',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-telegram-bot-api-secret-token',
] as const
