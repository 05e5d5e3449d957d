import { reconnectPath } from '../../worker/contract/connections/service.ts'
import { accountRules } from '../../worker/contract/enablement/enablement-rules.ts'
import type { Tier } from '../../worker/contract/tiers.ts'
import type { Session } from '../site/session.ts'
import { GatedLink } from '../upgrade/gated-link.tsx'
import { upgradeRequestFor } from '../upgrade/store/upgrade-modal-request.ts'
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
  const upgrade = upgradeRequestFor(accountRules(tier, accounts.length))
  return (
    <p className="another">
      <GatedLink href={to} upgrade={upgrade} session={session} aria-label={`Add another account of ${name}`}>
        Add another account
      </GatedLink>
    </p>
  )
}
