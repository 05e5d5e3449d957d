import './service-connections.css'
import type { ConnectedAccount } from '../../worker/contract/connections/service.ts'
import type { UserTier } from '../../worker/contract/tiers.ts'
import type { Session } from '../site/session/session.ts'
import { BrandFill, brandClasses } from '../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../ui/service/service-icon.tsx'
import { AccountRow } from './account-row.tsx'
import { AddAnotherAccount } from './add-another-account.tsx'
import type { AccountsOfService } from './group-by-service.ts'

const HERE = '/settings/connections'

type Props = {
  accounts: AccountsOfService
  user: UserTier
  session: Promise<Session>
  timeZone: string
  onDisconnect: (account: ConnectedAccount) => void
}

/** A service with the user's accounts; more than one account needs Pro+ (§6). */
export function ServiceConnections({ accounts, user, session, timeZone, onDisconnect }: Props) {
  const { service } = accounts[0]
  return (
    <section className="service-connections" aria-labelledby={`service-${service.module_name}`}>
      <header className={brandClasses(service.brand)}>
        <BrandFill brand={service.brand} />
        <ServiceIcon name="" src={service.monochrome_image_url} size={40} mono />
        <h2 id={`service-${service.module_name}`}>
          {service.published ? <a href={`/${service.module_name}`}>{service.name}</a> : service.name}
        </h2>
      </header>
      <ul className="accounts">
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            timeZone={timeZone}
            returnTo={HERE}
            onDisconnect={onDisconnect}
          />
        ))}
      </ul>
      {service.published ? (
        <AddAnotherAccount accounts={accounts} user={user} session={session} returnTo={HERE} />
      ) : null}
    </section>
  )
}
