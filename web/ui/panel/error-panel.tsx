import type { ReactNode } from 'react'
import { Glyph } from '../glyph.tsx'
import './error-panel.css'

type ErrorPanelProps = {
  /** Null when nothing went wrong. */
  title: string | null
  /** The words on what happened and what to do next. */
  children?: ReactNode
  /** A retry button, or the link to support that §8 allows. */
  action?: ReactNode
}

/** An error in the place where it happened. Announced when it appears. */
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
