import type { ReactNode } from 'react'

/** The frame of the pages around signing in: one narrow column, one thing to do. */
export function AccountPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="account-page column">
      <header>
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
      </header>
      {children}
    </div>
  )
}
