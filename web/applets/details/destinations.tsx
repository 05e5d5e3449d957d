import { destinationName, type FixedDestination } from '../../../worker/contract/applets/fixed-destination.ts'
import './destinations.css'

type Props = { items: readonly FixedDestination[]; title?: string; words?: string }

/** Where data goes, as an Applet's author fixed it for everyone. Nothing where they fixed no such field. */
export function Destinations({
  items,
  title = 'Where data goes',
  words = 'Its author fixed this for everyone.',
}: Props) {
  if (items.length === 0) return null
  return (
    <section className="destinations" aria-label={title}>
      <h2>{title}</h2>
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
