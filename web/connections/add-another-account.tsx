import { reconnectPath } from '../../worker/contract/connections/service.ts'
import { accountRules } from '../../worker/contract/enablement/enablement-rules.ts'
import type { Tier } from '../../worker/contract/tiers.ts'
import type { Session } from '../site/session.ts'
import { upgradeRequestFor } from '../upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../upgrade/upgrade-link.tsx'
import type { AccountsOfService } from './group-by-service.ts'

type Props = {
  accounts: AccountsOfService
  tier: Tier
  session: Promise<Session>
  /** Where the user returns after connecting. */
  returnTo: string
}

/** Offers the missing plan first; after the upgrade, adding continues (§4.2, §6). */
export function AddAnotherAccount({ accounts, tier, session, returnTo }: Props) {
  const { name, module_name } = accounts[0].service
  const to = reconnectPath(module_name, returnTo)
  const ask = upgradeRequestFor(accountRules(tier, accounts.length))
  const label = `Add another account of ${name}`
  return (
    <p className="another">
      {ask ? (
        <UpgradeLink {...ask} session={session} aria-label={label} then={to}>
          Add another account
        </UpgradeLink>
      ) : (
        <a href={to} aria-label={label}>
          Add another account
        </a>
      )}
    </p>
  )
}
