import type { ConnectedAccount } from '../../worker/contract/connections/service.ts'
import { lowestPlanWith, PLANS, type UserTier } from '../../worker/contract/tiers.ts'
import type { PageProps } from '../site/session/session.ts'
import { SettingsFrame } from '../site/settings-frame.tsx'
import { useAddressError } from '../site/address-error/use-address-error.ts'
import { NothingYet } from '../ui/panel/empty-state.tsx'
import { useFocusAfterRemoval } from '../ui/focus/use-focus-after-removal.ts'
import { DisconnectDialog } from './disconnect/disconnect-dialog.tsx'
import { groupByService } from './group-by-service.ts'
import { ServiceConnections } from './service-connections.tsx'
import { useDisconnect } from './disconnect/use-disconnect.ts'
import './connections-page.css'

type ConnectionsData = { connections: ConnectedAccount[]; user: UserTier; timeZone: string }

/** /settings/connections: connected accounts with their dates and Applets; disconnect, repair and add. */
export function Page({ data: { connections, user, timeZone }, session }: PageProps<ConnectionsData>) {
  useAddressError()
  const { connections: listed, ask, dialog } = useDisconnect(connections)
  const list = useFocusAfterRemoval<HTMLDivElement>(listed.length)
  return (
    <SettingsFrame path="/settings/connections" title="Connections">
      <div className="connection-list" ref={list} tabIndex={-1}>
        {listed.length === 0 ? (
          <NothingYet
            title="No services connected yet"
            text="The accounts that your Applets work with are listed here. Connect one by turning on an Applet that needs it."
          />
        ) : null}
        {groupByService(listed).map((accounts) => (
          <ServiceConnections
            key={accounts[0].service.module_name}
            accounts={accounts}
            user={user}
            session={session}
            timeZone={timeZone}
            onDisconnect={ask}
          />
        ))}
      </div>
      {listed.length > 0 && !PLANS[user.tier].multi_service_account ? <SeveralAccounts /> : null}
      <DisconnectDialog {...dialog} />
    </SettingsFrame>
  )
}

/** The missing plan is mentioned once, not next to each service. */
function SeveralAccounts() {
  return (
    <p className="quiet-text">
      Several accounts of one service need {PLANS[lowestPlanWith('multi_service_account')].name}.{' '}
      <a href="/plans">Compare plans</a>
    </p>
  )
}
