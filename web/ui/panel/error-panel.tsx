import type { ReactNode } from 'react'
import { Glyph } from '../glyph/glyph.tsx'

type ErrorPanelProps = {
  /** Null: nothing went wrong. */
  title: string | null
  /** What happened, and what to do next. */
  children?: ReactNode
  /** A retry button, or the link to support that §8 allows. */
  action?: ReactNode
}

/** What went wrong, at the place where it did. Read out when it appears. */
export function ErrorPanel({ title, children, action }: ErrorPanelProps) {
  if (!title) return null
  return (
    <div className="error-panel" role="alert">
      <Glyph name="alert" size={24} />
      <div className="words">
        <p className="title">{title}</p>
        {children ? <div className="details">{children}</div> : null}
        {action ? <div className="action">{action}</div> : null}
      </div>
    </div>
  )
}
