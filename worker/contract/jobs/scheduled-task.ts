/** The parts of the reconciliation with Stripe, in their order: events are stored before they are handled. */
export const RECONCILE_PARTS = [
  'subscribe_attempts',
  'missed',
  'unhandled',
  'subscriptions',
  'promotions',
  'schedules',
  'account',
  'credit',
] as const
export type ReconcilePart = (typeof RECONCILE_PARTS)[number]

/** The work that the clock starts, a portion at a time. */
export type ScheduledTask =
  | ReconcilePart
  | 'runners'
  | 'search'
  | 'moderation'
  | 'restored_customers'
  | 'purge'
  | 'account_deletions'
  | 'second_factor_recoveries'
  | 'lapsed_plans'
  | 'digests'
  | 'money_mails'
  | 'security_mails'
  | 'revocations'
  | 'statistics'
  | 'seals'
  | 'database_size'
  | 'health'
