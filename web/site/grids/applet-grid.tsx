import type { AppletCard } from '../../../worker/contract/applets/applet.ts'
import { Card } from '../../ui/card/card.tsx'
import './shelf.css'

/** A shelf of Applets. */
export function AppletGrid({ applets }: { applets: readonly AppletCard[] }) {
  return (
    <ul className="card-grid">
      {applets.map((applet) => (
        <li key={applet.id}>
          <Card applet={applet} />
        </li>
      ))}
    </ul>
  )
}
