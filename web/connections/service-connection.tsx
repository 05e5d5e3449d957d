import { Suspense, use, type ComponentProps } from 'react'
import { activationPath, loginPath } from '../../worker/contract/addresses.ts'
import type { ConnectedAccount, ConnectWays, Service } from '../../worker/contract/connections/service.ts'
import { connectionRules } from '../../worker/contract/enablement/enablement-rules.ts'
import type { UserTier } from '../../worker/contract/tiers.ts'
import { blockedTitle } from '../../worker/contract/upgrade/upgrade-titles.ts'
import { isClosed } from '../../worker/contract/upgrade/upgrade.ts'
import type { Session } from '../site/session/session.ts'
import { useAddressError } from '../site/address-error/use-address-error.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { useFocusAfterRemoval } from '../ui/focus/use-focus-after-removal.ts'
import { Skeleton } from '../ui/panel/skeleton.tsx'
import { GatedLink } from '../site/upgrade/gated-link.tsx'
import { AccountRow } from './account-row.tsx'
import { AddAnotherAccount } from './add-another-account.tsx'
import { ConnectRow, pageOf, PasteInstead } from './connect-row.tsx'
import { DisconnectDialog } from './disconnect/disconnect-dialog.tsx'
import { groupByService } from './group-by-service.ts'
import { useDisconnect } from './disconnect/use-disconnect.ts'
import './service-connections.css'
import './service-connection.css'

/** The viewer's part of a service's page; null for visitors. */
export type ServiceViewer = { connections: ConnectedAccount[]; timeZone: string }
type ServiceSession = Session<ServiceViewer | null>
type Props = { service: Service; ways: ConnectWays; session: Promise<ServiceSession> }

/** On a service's page: as whom the viewer is connected, and how to connect or disconnect. */
export function ServiceConnection({ service, ways, session }: Props) {
  return (
    <section className="page service-connection" aria-label="Connection">
      {service.connect_kind === 'none' ? (
        <NoAccountNeeded service={service} />
      ) : (
        <Suspense fallback={<Waiting service={service} ways={ways} />}>
          <OfViewer service={service} ways={ways} session={session} />
        </Suspense>
      )}
    </section>
  )
}

function OfViewer({ service, ways, session }: Props) {
  const viewer = use(session)
  if (viewer.kind === 'unavailable') return <Unknown />
  if (viewer.kind === 'visitor' || !viewer.viewer) {
    // Signing in is a form, which cannot lead to the service: the activation page asks first.
    return (
      <Connect
        service={service}
        ways={ways}
        link={connectLink(loginPath(`${connectPath(service)}&ask=1`), service)}
        operator={false}
      />
    )
  }
  const { me } = viewer
  return <OfUser {...viewer.viewer} service={service} ways={ways} session={session} user={me} operator={me.operator} />
}

type OfUserProps = Props & ServiceViewer & { user: UserTier; operator: boolean }

function OfUser({ service, ways, session, user, operator, connections, timeZone }: OfUserProps) {
  useAddressError()
  const { connections: listed, ask, dialog } = useDisconnect(connections)
  const box = useFocusAfterRemoval<HTMLDivElement>(listed.length)
  const [accounts] = groupByService(listed)
  const returnTo = pageOf(service)
  return (
    <div className="service-connections" ref={box} tabIndex={-1}>
      {accounts ? (
        <>
          <ul className="accounts" aria-label={`Your accounts of ${service.name}`}>
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                timeZone={timeZone}
                returnTo={returnTo}
                onDisconnect={ask}
              />
            ))}
          </ul>
          <AddAnotherAccount accounts={accounts} user={user} session={session} returnTo={returnTo} />
          {ways.sign_in && ways.paste !== null ? (
            <p className="another">
              <span>
                <PasteInstead service={service} ways={ways} />
              </span>
            </p>
          ) : null}
        </>
      ) : (
        <ConnectRow
          service={service}
          ways={ways}
          link={<FirstConnect service={service} session={session} user={user} />}
          operator={operator}
        />
      )}
      <DisconnectDialog {...dialog} />
    </div>
  )
}

/** An exclusive service offers its plan first; after the upgrade, connecting continues (§4.2, §6). */
function FirstConnect({ service, session, user }: Omit<Props, 'ways'> & { user: UserTier }) {
  const rules = connectionRules(user, service.minimum_tier, 0)
  if (isClosed(rules)) return <span className="quiet-text">{blockedTitle(rules)}.</span>
  return (
    <GatedLink href={connectPath(service)} rules={rules} session={session} kind="primary">
      Connect {service.name}
    </GatedLink>
  )
}

function connectLink(href: string, { name }: Service) {
  return <ButtonLink href={href}>Connect {name}</ButtonLink>
}

/** Where an account is connected; the way back is the service's page. */
function connectPath(service: Service): string {
  return activationPath([service.module_name], pageOf(service))
}

function Connect(props: ComponentProps<typeof ConnectRow>) {
  return (
    <div className="service-connections">
      <ConnectRow {...props} />
    </div>
  )
}

function NoAccountNeeded({ service: { name } }: { service: Service }) {
  return (
    <div className="service-connections">
      <div className="account">
        <div className="words">
          <p className="name">No account needed</p>
          <p className="since">{name} is built in: there is nothing to connect.</p>
        </div>
      </div>
    </div>
  )
}

/** Without scripts the viewer's part never replaces this, so it has links. */
function Waiting({ service, ways }: { service: Service; ways: ConnectWays }) {
  return (
    <div className="service-connections" aria-busy="true">
      <div className="waiting">
        <div className="account">
          <div className="words">
            <Skeleton shape="text" count={3} />
          </div>
        </div>
        <p className="another" />
      </div>
      <noscript>
        <ConnectRow service={service} ways={ways} link={connectLink(connectPath(service), service)} operator={false} />
        <p className="another">
          <a href="/settings/connections">See your connected accounts</a>
        </p>
      </noscript>
    </div>
  )
}

function Unknown() {
  return (
    <div className="service-connections">
      <p className="account">
        <span>
          We could not check whether you are connected. Please <a href="?">try again</a>.
        </span>
      </p>
    </div>
  )
}
