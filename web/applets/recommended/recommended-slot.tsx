import { useEffect, useRef, useState } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { whenNear } from '../../browser/observe/when-near.ts'
import type { Recommended } from './recommended.tsx'
import type { ConnectSession } from '../connect/driver/use-connect.ts'

/** Pixels of scrolling within which they are fetched. */
const AHEAD = 800

/** The place of the recommended Applets at the page's foot (§2.2). Their code comes once a reader draws near. */
export function RecommendedSlot({ applet, session }: { applet: Applet; session: Promise<ConnectSession> }) {
  const slot = useRef<HTMLDivElement>(null)
  const [View, setView] = useState<typeof Recommended | typeof NotToBeHad | null>(null)
  useEffect(() => {
    if (!slot.current) return undefined
    return whenNear(slot.current, AHEAD, () => {
      // After the viewer's part, which stands above and would move them.
      Promise.all([import('./recommended.tsx'), session]).then(
        ([{ Recommended: view }]) => setView(() => view),
        () => setView(() => NotToBeHad),
      )
    })
  }, [session])
  return (
    <div ref={slot} className="recommended">
      {View ? <View applet={applet} slot={slot} waiting={<Waiting />} /> : <Waiting />}
    </div>
  )
}

/** As many as there are at most (§9). Not the Skeleton part, which no first load needs. */
const PLACES = [1, 2, 3, 4, 5, 6]

/** What keeps their place until they are there: for the eye alone. */
function Waiting() {
  return (
    <div className="page shelf waiting" aria-hidden="true">
      <h2>Recommended Applets</h2>
      <div className="card-grid">
        {PLACES.map((place) => (
          <span key={place} className="skeleton card" />
        ))}
      </div>
    </div>
  )
}

/** A file that does not come takes nothing away. */
function NotToBeHad() {
  return <div className="settled-narrow settled-wide" />
}
