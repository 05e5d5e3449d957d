import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  title: string
  lead?: ReactNode
  /** It took the place of a form, whose focus went with it: the title is what is read next. */
  takesFocus?: boolean
  /** What works without script too, above what does not. */
  before?: ReactNode
  children: ReactNode
}

/** The frame of the pages around signing in: one narrow column, one thing to do. */
export function AccountFrame({ title, lead, takesFocus = false, before, children }: Props) {
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
      {before}
      <p className="needs-script">This page needs JavaScript. Please turn it on and load the page again.</p>
      {children}
    </div>
  )
}
