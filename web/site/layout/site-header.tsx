import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { setBodyClass } from '../../browser/document/browser-document.ts'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Logo } from '../../ui/logo/logo.tsx'
import { NavLink } from './site-links.tsx'
import './mobile-menu.css'
import './site-header.css'

type SiteHeaderProps = {
  productName: string
  /** The current page's path, marked in the navigation. */
  path: string
  /** The viewer's own links, which may arrive after the rest. */
  children: ReactNode
}

/** On a phone, a toggle opens the navigation and sets mobile-menu-opened on the body (§2.6). */
export function SiteHeader({ productName, path, children }: SiteHeaderProps) {
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
        <PressButton
          ref={toggle}
          className="toggle"
          aria-expanded={opened}
          aria-controls="site-navigation"
          onClick={() => setOpened(!opened)}
        >
          <span className="visually-hidden">Menu</span>
          <span className="bars" aria-hidden="true" />
        </PressButton>
        <nav id="site-navigation" aria-label="Main">
          <ul className="links">
            <NavLink href="/explore" path={path} label="Explore" />
            <NavLink href="/plans" path={path} label="Plans" />
          </ul>
          {children}
        </nav>
      </div>
    </header>
  )
}
