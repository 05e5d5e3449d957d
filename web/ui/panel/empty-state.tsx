import type { ReactNode } from 'react'
import { ButtonLink } from '../button/button.tsx'
import './empty-state.css'

/** For new users: everything starts with an Applet. */
export function NothingYet(words: { title: string; text: string }) {
  return (
    <EmptyState {...words}>
      <ButtonLink href="/explore">Explore Applets</ButtonLink>
    </EmptyState>
  )
}

/** Says what belongs here and offers a first step (`children`). */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className="empty-state">
      <svg width="96" height="40" viewBox="0 0 96 40" fill="none" aria-hidden="true" focusable="false">
        <rect x="1" y="1" width="94" height="38" rx="19" stroke="currentColor" strokeWidth="2" strokeDasharray="5 6" />
        <circle cx="20" cy="20" r="11" fill="currentColor" />
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className="actions">{children}</div> : null}
    </section>
  )
}
