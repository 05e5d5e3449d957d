import { reconnectPath } from '../../worker/contract/connections/service.ts'
import { accountRules } from '../../worker/contract/enablement/enablement-rules.ts'
import type { UserTier } from '../../worker/contract/tiers.ts'
import { isClosed } from '../../worker/contract/upgrade/upgrade.ts'
import type { Session } from '../site/session/session.ts'
import { GatedLink } from '../site/upgrade/gated-link.tsx'
import type { AccountsOfService } from './group-by-service.ts'

type Props = {
  accounts: AccountsOfService
  user: UserTier
  session: Promise<Session>
  /** Where the user returns after connecting. */
  returnTo: string
}

/** Offers the missing plan first; after the upgrade, adding continues (§4.2, §6). */
export function AddAnotherAccount({ accounts, user, session, returnTo }: Props) {
  const { name, module_name } = accounts[0].service
  const to = reconnectPath(module_name, returnTo)
  const rules = accountRules(user, accounts.length)
  if (isClosed(rules)) return null
  return (
    <p className="another">
      <GatedLink href={to} rules={rules} session={session} aria-label={`Add another account of ${name}`}>
        Add another account
      </GatedLink>
    </p>
  )
}
