/** What only a person can set up or see at Cloudflare, a step each: its API says nothing of it. */
export function stepsByHand(vars: Record<string, unknown>): string[] {
  return [
    'Workers Paid is required, because a password hash takes more CPU time than Workers Free allows, and only with it do mails go to anybody: dashboard, Workers & Pages › Plans.',
    `Allow ${vars['MAIL_FROM']} to send: dashboard, Email › Email Sending, add its domain and the DNS records that it shows. Then npm run doctor -- --remote --mail sends the operator a test mail.`,
  ]
}
