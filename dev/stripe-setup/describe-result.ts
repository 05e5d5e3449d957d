type Result = { made: readonly string[]; notes: readonly string[]; planOnly: boolean }

/** Settings that Stripe's API cannot make. */
const BY_HAND = [
  'Billing > Revenue recovery > Retries: retry failed payments for 14 days, then cancel the subscription.',
  'Settings > Customer emails: off, because we mail customers ourselves.',
  'Settings > Payment methods: turn on Apple Pay, Google Pay and Link.',
  'Settings > Tax, with STRIPE_TAX=on: the business address, the tax registrations and the product tax code.',
  'Settings > Business > Branding and public details: what customers read on statements and receipts.',
]

/** Describes what one run changed, what is left to a person, and what only the Dashboard can set. */
export function describeResult({ made, notes, planOnly }: Result): string {
  const head = planOnly ? 'With this live key, a run would change:' : 'Changed:'
  const changes = made.length === 0 ? ['Nothing to change: everything is set up.'] : [head, ...made.map(item)]
  const ask = planOnly && made.length > 0 ? ['', 'Nothing was changed yet. To do it: add --yes.'] : []
  const open = notes.length === 0 ? [] : ['', 'To look at:', ...notes.map(item)]
  return [
    ...changes,
    ...ask,
    ...open,
    '',
    'Only the Dashboard (https://dashboard.stripe.com) can set:',
    ...BY_HAND.map(item),
  ].join('\n')
}

function item(text: string): string {
  return `  ${text}`
}
