import { appletPath } from '../../../worker/contract/addresses.ts'
import type { AppletCard } from '../../../worker/contract/applets/applet.ts'
import { Card } from '../../ui/card/card.tsx'
import './shelf.css'

/** A shelf of Applets. */
export function AppletGrid({ applets }: { applets: readonly AppletCard[] }) {
  return (
    <ul className="card-grid">
      {applets.map((applet) => (
        <li key={applet.id}>
          <AppletLink applet={applet} />
        </li>
      ))}
    </ul>
  )
}

/** One Applet as a card that leads to its page. */
export function AppletLink({ applet }: { applet: AppletCard }) {
  return (
    <Card
      href={appletPath(applet)}
      name={applet.name}
      author={applet.author}
      count={applet.enabled_count}
      brand={applet.brand}
      services={applet.services}
    />
  )
}
