import { useEffect, useRef, type ReactNode } from 'react'
import './account-frame.css'
import '../../site/narrow-page.css'

type Props = {
  title: string
  lead?: ReactNode
  /** The heading replaces a form that held the focus, so it takes the focus and is read next. */
  takesFocus?: boolean
  children: ReactNode
}

/** Frame of the sign-in pages: one narrow column with one task. */
export function AccountFrame({ title, lead, takesFocus = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="account-page narrow-page column">
      <header>
        <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h1>
        {lead ? <p className="lead">{lead}</p> : null}
      </header>
      {children}
    </div>
  )
}
