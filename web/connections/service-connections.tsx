import { reconnectPath, type ConnectedAccount } from '../../worker/contract/connections/service.ts'
import { accountRules } from '../../worker/contract/enablement/enablement-rules.ts'
import type { Tier } from '../../worker/contract/tiers.ts'
import type { Session } from '../site/session.ts'
import { upgradeRequestFor } from '../upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../upgrade/upgrade-link.tsx'
import { BrandFill, brandClasses } from '../ui/service/brand-fill.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { dayInWords } from '../ui/dates/dates.ts'
import { ServiceIcon } from '../ui/service/service-icon.tsx'
import type { AccountsOfService } from './group-by-service.ts'

const HERE = '/settings/connections'

type Props = {
  accounts: AccountsOfService
  tier: Tier
  session: Promise<Session>
  timeZone: string
  onDisconnect: (account: ConnectedAccount) => void
}

/** A service with the user's accounts; more than one account needs Pro+ (§6). */
export function ServiceConnections({ accounts, tier, session, timeZone, onDisconnect }: Props) {
  const { service } = accounts[0]
  return (
    <section className="service-connections" aria-labelledby={`service-${service.module_name}`}>
      <header className={brandClasses(service.brand)}>
        <BrandFill brand={service.brand} />
        <ServiceIcon name="" src={service.monochrome_image_url} size={40} mono />
        <h2 id={`service-${service.module_name}`}>
          <a href={`/${service.module_name}`}>{service.name}</a>
        </h2>
      </header>
      <ul className="accounts">
        {accounts.map((account) => (
          <Account key={account.id} account={account} timeZone={timeZone} onDisconnect={onDisconnect} />
        ))}
      </ul>
      <p className="another">
        <AddAnother accounts={accounts} tier={tier} session={session} />
      </p>
    </section>
  )
}

/** Offers the missing plan first; after the upgrade, adding continues (§4.2, §6). */
function AddAnother({ accounts, tier, session }: Pick<Props, 'accounts' | 'tier' | 'session'>) {
  const { name, module_name } = accounts[0].service
  const to = reconnectPath(module_name, HERE)
  const ask = upgradeRequestFor(accountRules(tier, accounts.length))
  const label = `Add another account of ${name}`
  if (ask)
    return (
      <UpgradeLink {...ask} session={session} aria-label={label} then={to}>
        Add another account
      </UpgradeLink>
    )
  return (
    <a href={to} aria-label={label}>
      Add another account
    </a>
  )
}

type AccountProps = Pick<Props, 'timeZone' | 'onDisconnect'> & { account: ConnectedAccount }

function Account({ account, timeZone, onDisconnect }: AccountProps) {
  const { service, account_name, status, connected_at } = account
  const broken = status === 'broken'
  return (
    <li className="account">
      <div className="words">
        <p className="name">
          {account_name} {broken ? <span className="badge bad">Not working</span> : null}
        </p>
        {broken ? <p>{service.name} no longer lets us in. Reconnect to resume your Applets.</p> : null}
        <p className="since">Connected {dayInWords(connected_at, timeZone)}</p>
        <UsedBy account={account} />
      </div>
      <div className="actions">
        {broken ? (
          <ButtonLink
            href={reconnectPath(service.module_name, HERE)}
            size="small"
            aria-label={`Reconnect ${account_name}`}
          >
            Reconnect
          </ButtonLink>
        ) : null}
        <Button
          kind="secondary"
          size="small"
          aria-label={`Disconnect ${account_name}`}
          onClick={() => onDisconnect(account)}
        >
          Disconnect
        </Button>
      </div>
    </li>
  )
}

function UsedBy({ account: { used_by } }: { account: ConnectedAccount }) {
  if (used_by.length === 0) return <p className="used-by">Not used by any of your Applets</p>
  return (
    <p className="used-by">
      Used by{' '}
      {used_by.map(({ id, name, path }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <a href={path}>{name}</a>
        </span>
      ))}
    </p>
  )
}
