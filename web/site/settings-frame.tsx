import type { ReactNode } from 'react'
import './settings-frame.css'

const PAGES = [
  { href: '/settings', label: 'Profile' },
  { href: '/settings/account', label: 'Account' },
  { href: '/settings/billing', label: 'Billing' },
  { href: '/settings/connections', label: 'Connections' },
] as const

type Props = { path: (typeof PAGES)[number]['href']; title: string; children: ReactNode }

/** The frame of all settings pages, with their navigation. */
export function SettingsFrame({ path, title, children }: Props) {
  return (
    <div className="settings-frame page">
      <nav aria-label="Settings">
        <ul className="pages">
          {PAGES.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="content">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}
