import type { ReactNode } from 'react'
import './needs-script.css'

/**
 * Shown without JavaScript: on a page that cannot do its one thing then, or beside buttons, with `what` they do and a way
 * without them.
 */
export function NeedsScript({ what, children }: { what?: string; children?: ReactNode }) {
  return what ? (
    <p className="needs-script quiet-text beside">
      {what} needs JavaScript. {children}
    </p>
  ) : (
    <p className="needs-script">This page needs JavaScript. Please turn it on and load the page again.</p>
  )
}
