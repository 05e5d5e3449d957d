import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { setBodyClass } from '../browser/body-class.ts'
import { Logo } from './logo.tsx'
import { Menu } from './menu.tsx'

export type HeaderViewer = { login: string }
type SiteHeaderProps = {
  productName: string
  viewer: HeaderViewer | null
  /** The current page's path, marked in the navigation. */
  path: string
  onSignOut: () => void
}

/** On a phone the navigation is behind a toggle, which sets mobile-menu-opened on the body (§2.6). */
export function SiteHeader({ productName, viewer, path, onSignOut }: SiteHeaderProps) {
  const [opened, setOpened] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    setBodyClass('mobile-menu-opened', opened)
    return () => setBodyClass('mobile-menu-opened', false)
  }, [opened])

  function onKeyDown(event: KeyboardEvent) {
    if (!opened || event.key !== 'Escape') return
    setOpened(false)
    toggle.current?.focus()
  }
  // The menu covers the page, so the focus must not go behind it.
  function onBlur(event: FocusEvent<HTMLElement>) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpened(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <header className="site-header" onKeyDown={onKeyDown} onBlur={onBlur}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="page">
        <a className="home" href="/">
          <Logo productName={productName} />
        </a>
        <button
          ref={toggle}
          type="button"
          className="toggle"
          aria-expanded={opened}
          aria-controls="site-navigation"
          onClick={() => setOpened(!opened)}
        >
          <span className="visually-hidden">Menu</span>
          <span className="bars" aria-hidden="true" />
        </button>
        <nav id="site-navigation" aria-label="Main">
          {viewer ? <ViewerLinks viewer={viewer} path={path} onSignOut={onSignOut} /> : <VisitorLinks path={path} />}
        </nav>
      </div>
    </header>
  )
}

function VisitorLinks({ path }: { path: string }) {
  return (
    <ul className="links">
      <NavLink href="/explore" path={path} label="Explore" />
      <NavLink href="/plans" path={path} label="Plans" />
      <NavLink href="/login" path={path} label="Log in" />
      <li>
        <a className="button primary small" href="/join">
          Join
        </a>
      </li>
    </ul>
  )
}

function ViewerLinks({ viewer, path, onSignOut }: { viewer: HeaderViewer; path: string; onSignOut: () => void }) {
  return (
    <ul className="links">
      <NavLink href="/my_applets" path={path} label="My Applets" />
      <NavLink href="/explore" path={path} label="Explore" />
      <li className="account">
        <Menu title={viewer.login}>
          <NavLink href="/settings" path={path} label="Settings" />
          <NavLink href="/settings/connections" path={path} label="Connections" />
          <NavLink href="/plans" path={path} label="Plans" />
          <li className="apart">
            <button type="button" onClick={onSignOut}>
              Sign out
            </button>
          </li>
        </Menu>
      </li>
    </ul>
  )
}

function NavLink({ href, path, label }: { href: string; path: string; label: string }) {
  return (
    <li>
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        {label}
      </a>
    </li>
  )
}
