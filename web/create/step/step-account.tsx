import { activationPath } from '../../../worker/contract/addresses.ts'
import { reconnectPath } from '../../../worker/contract/connections/service.ts'
import { accountRules, connectionRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import type { UserTier } from '../../../worker/contract/tiers.ts'
import { isClosed } from '../../../worker/contract/upgrade/upgrade.ts'
import type { Session } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { GatedLink } from '../../site/upgrade/gated-link.tsx'
import type { ShownStep } from '../draft/shown-draft.ts'
import { PlanBadge } from '../rows/plan-badge.tsx'
import './step-account.css'

type Props = {
  step: ShownStep
  user: UserTier
  session: Promise<Session>
  /** This very row: where connecting an account returns. */
  returnTo: string
  onChoose: (slot: number) => void
}

/** The account that a step uses: connected from here, and chosen where there are several. */
export function StepAccount({ step: { service, accounts, account_slot }, user, session, returnTo, onChoose }: Props) {
  if (!service || service.connect_kind === 'none') return null
  const { name, module_name, minimum_tier } = service
  if (accounts.length === 0) {
    const first = connectionRules(user, minimum_tier, 0)
    // The step says already what it needs.
    if (isClosed(first)) return null
    const connect = activationPath([module_name], returnTo)
    return (
      <div className="step-account">
        <p>Connect your {name} account. Your draft waits here.</p>
        <GatedLink href={connect} rules={first} session={session} kind="primary" size="small">
          Connect {name}
        </GatedLink>
      </div>
    )
  }
  const used = accounts[account_slot] ?? accounts[0]
  const broken = used?.status === 'broken'
  const rules = accountRules(user, accounts.length)
  const another = reconnectPath(module_name, returnTo)
  return (
    <div className="step-account">
      {accounts.length > 1 ? (
        <SelectField
          label={`${name} account`}
          name="account_slot"
          value={String(account_slot)}
          options={accounts.map(({ account_name, status }, slot) => ({
            value: String(slot),
            label: status === 'broken' ? `${account_name} (no longer works)` : account_name,
          }))}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      ) : (
        <p>
          {broken ? 'Your account' : 'Uses your account'} <b>{used?.account_name}</b>
          {broken ? ' no longer works.' : '.'}
        </p>
      )}
      {broken ? (
        <ButtonLink size="small" href={another}>
          Reconnect {name}
        </ButtonLink>
      ) : null}
      <GatedLink href={another} rules={rules} session={session}>
        Add another account<span className="visually-hidden"> of {name}</span> <PlanBadge rules={rules} />
      </GatedLink>
    </div>
  )
}
