import { isExample } from './example-settings.ts'

/** What only a person can set up or see at Cloudflare, a step each: its API says nothing of it. */
export function stepsByHand({ MAIL_FROM }: Record<string, unknown>): string[] {
  const sender = isExample(MAIL_FROM)
    ? 'Set "MAIL_FROM" under "vars" in deployment.json to a sender of yours, and allow it to send'
    : `Allow ${MAIL_FROM} to send`
  return [
    'Workers Paid is required, because a password hash takes more CPU time than Workers Free allows, and only with it do mails go to anybody: dashboard, Workers & Pages › Plans.',
    `${sender}: dashboard, Email › Email Sending, add its domain and the DNS records that it shows. Then npm run doctor -- --remote --mail sends the operator a test mail.`,
  ]
}
