import { CREATE_PATH } from '../../../worker/contract/addresses.ts'
import { NOTIFICATIONS_PATH, UNREAD_MAX } from '../../../worker/contract/notifications/notification.ts'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Skeleton } from '../../ui/panel/skeleton.tsx'

type HeaderViewer = { login: string; unread: number }

export function VisitorLinks({ path }: { path: string }) {
  return (
    <ul className="links viewer">
      <NavLink href="/login" path={path} label="Sign in" />
      <li>
        <a className="button primary small" href="/join">
          Join
        </a>
      </li>
    </ul>
  )
}

type ViewerLinksProps = { viewer: HeaderViewer; path: string; onSignOut: () => void }

export function ViewerLinks({ viewer, path, onSignOut }: ViewerLinksProps) {
  return (
    <ul className="links viewer">
      <NavLink href={CREATE_PATH} path={path} label="Create" />
      <NavLink href="/my_applets" path={path} label="My Applets" />
      <li className="account">
        <Menu title={viewer.unread > 0 ? <UnreadName {...viewer} /> : viewer.login}>
          <NavLink href="/activity" path={path} label="Activity" />
          <NavLink href={NOTIFICATIONS_PATH} path={path} label={notificationsLabel(viewer.unread)} />
          <NavLink href="/settings" path={path} label="Settings" />
          <NavLink href="/settings/connections" path={path} label="Connections" />
          <li className="apart">
            <PressButton onClick={onSignOut}>Sign out</PressButton>
          </li>
        </Menu>
      </li>
    </ul>
  )
}

function notificationsLabel(unread: number): string {
  return unread > 0 ? `Notifications (${unread > UNREAD_MAX ? `${UNREAD_MAX}+` : unread})` : 'Notifications'
}

/** A mark beside the name says that something is unread. */
function UnreadName({ login }: HeaderViewer) {
  return (
    <span className="unread-name">
      {login} <span className="visually-hidden">(unread notifications)</span>
    </span>
  )
}

/** Placeholder for the viewer's links until the session is known. */
export function WaitingLinks() {
  return (
    <ul className="links viewer" aria-busy="true">
      <li>
        <Skeleton shape="pill" />
      </li>
    </ul>
  )
}

export function NavLink({ href, path, label }: { href: string; path: string; label: string }) {
  return (
    <li>
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        {label}
      </a>
    </li>
  )
}
