import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { lazyPart } from '../../site/lazy-part.tsx'

// Lazy: few who make an Applet find no room for it.
export const QuotaNotice = lazyPart('create/finish/quota-ways.tsx', () =>
  import('./quota-ways.tsx').then((module) => module.QuotaNotice),
)
export const QuotaWays = lazyPart('create/finish/quota-ways.tsx', () =>
  import('./quota-ways.tsx').then((module) => module.QuotaWays),
)

/** Whether nothing but the number of Applets is in the way. */
export function isQuotaFull({ block_user, block_reason }: EnablementRules): boolean {
  return block_user && block_reason === 'applet_quota'
}
