import type { ReactNode } from 'react'
import { destinationName, type FixedDestination } from '../../../worker/contract/applets/fixed-destination.ts'
import './destinations.css'

const TITLE = 'Where data goes'

type Props = { items: readonly FixedDestination[]; words: ReactNode }

/** Where data goes, as an Applet's author fixed it for everyone. Nothing where they fixed no such field. */
export function Destinations({ items, words }: Props) {
  if (items.length === 0) return null
  return (
    <section className="destinations" aria-label={TITLE}>
      <h2>{TITLE}</h2>
      <p className="quiet-text">{words}</p>
      <ul className="places">
        {items.map((item) => (
          <li key={item.key}>
            <span className="quiet-text">{item.step_name}</span> <b>{destinationName(item)}</b> gets {item.sent}.
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who fixed them, for `words`. */
export function fixedBy(isAuthor?: boolean): string {
  return `${isAuthor ? 'You' : 'Its author'} fixed this for everyone.`
}
