export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
/** The statuses of an ended subscription. In all others a user may have only one. */
export const ENDED_STATUSES = ['incomplete_expired', 'canceled'] as const

export function hasEnded({ status }: { status: string }): boolean {
  return ENDED_STATUSES.some((each) => each === status)
}
