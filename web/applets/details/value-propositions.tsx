import type { Applet } from '../../../worker/contract/applets/applet.ts'
import './value-propositions.css'

/** Up to three reasons to use the Applet, each a toggle (§2.2). */
export function ValuePropositions({ items }: { items: Applet['value_propositions'] }) {
  if (items.length === 0) return null
  return (
    <div className="value-propositions">
      {items.map(({ title, text }) => (
        // It may be open before hydration.
        <details key={title} suppressHydrationWarning>
          <summary>{title}</summary>
          <p>{text}</p>
        </details>
      ))}
    </div>
  )
}
