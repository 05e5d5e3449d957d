import { reconnectPath, type ConnectedAccount, type UseOfService } from '../../worker/contract/connections/service.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { dayInWords } from '../ui/dates/dates.ts'
import '../ui/badge.css'

type Props = {
  account: ConnectedAccount
  timeZone: string
  /** Where the user returns after reconnecting. */
  returnTo: string
  onDisconnect: (account: ConnectedAccount) => void
}

/** One connected account: as whom, since when and for which Applets; disconnects or repairs it. */
export function AccountRow({ account, timeZone, returnTo, onDisconnect }: Props) {
  const { service, account_name, status, connected_at } = account
  const { published } = service
  const broken = published && status === 'broken'
  return (
    <li className="account">
      <div className="words">
        <p className="name">
          {account_name} {broken ? <span className="badge bad">Not working</span> : null}
          {published ? null : <span className="badge bad">No longer available</span>}
        </p>
        {published ? null : <p>We no longer offer {service.name}, so you cannot connect it again.</p>}
        {broken ? <p>{service.name} no longer lets us in. Reconnect to resume your Applets.</p> : null}
        <p className="since">Connected {dayInWords(connected_at, timeZone)}</p>
        <UsedBy account={account} />
      </div>
      <div className="actions">
        {broken ? (
          <ButtonLink
            href={reconnectPath(service.module_name, returnTo)}
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

/** Running Applets, then those that are turned off and will need the service again. */
function UsedBy({ account: { used_by } }: { account: ConnectedAccount }) {
  if (used_by.length === 0) return <p className="used-by">Not used by any of your Applets</p>
  return (
    <>
      <AppletLinks label="Used by" uses={used_by.filter(({ enabled }) => enabled)} />
      <AppletLinks label="Turned off:" uses={used_by.filter(({ enabled }) => !enabled)} />
    </>
  )
}

function AppletLinks({ label, uses }: { label: string; uses: readonly UseOfService[] }) {
  if (uses.length === 0) return null
  return (
    <p className="used-by">
      {label}{' '}
      {uses.map(({ id, name, path }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <a href={path}>{name}</a>
        </span>
      ))}
    </p>
  )
}
