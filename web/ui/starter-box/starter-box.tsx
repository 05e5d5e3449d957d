import { useId, type ReactNode } from 'react'
import './starter-box.css'

/** A way to start the Applet of this page, in a box of its own. */
export function StarterBox({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="starter-box" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
