import { Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { whenNear } from '../../browser/observe/when-near.ts'
import type { Recommended } from './recommended.tsx'
import type { ConnectSession } from '../connect/driver/use-connect.ts'
import '../../site/grids/shelf.css'
import './recommended.css'

/** The list is fetched within this many pixels of scrolling. */
const AHEAD = 800

/** The slot of the recommended Applets at the foot of the page (§2.2). Their code loads when the reader comes near. */
export function RecommendedSlot({ applet, session }: { applet: Applet; session: Promise<ConnectSession> }) {
  const slot = useRef<HTMLDivElement>(null)
  const [View, setView] = useState<typeof Recommended | typeof NotToBeHad | null>(null)
  useEffect(() => {
    if (!slot.current) return undefined
    return whenNear(slot.current, AHEAD, () => {
      // Waits for the viewer's part, which is above and would move the cards.
      Promise.all([import('./recommended.tsx'), session]).then(
        ([{ Recommended: view }]) => setView(() => view),
        () => setView(() => NotToBeHad),
      )
    })
  }, [session])
  return (
    <div ref={slot} className="recommended">
      {View ? (
        <View applet={applet} slot={slot} waiting={<Waiting />} />
      ) : (
        // Nothing is seen of it until the viewer's part is there, which moves it.
        <Suspense fallback={null}>
          <After session={session}>
            <Waiting />
          </After>
        </Suspense>
      )}
    </div>
  )
}

function After({ session, children }: { session: Promise<ConnectSession>; children: ReactNode }) {
  use(session)
  return children
}

/** The maximum number of cards (§9). Not the Skeleton component, which the first load does not need. */
const PLACES = [1, 2, 3, 4, 5, 6]

/** Placeholder that reserves their space; hidden from screen readers. */
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

/** If the chunk does not load, the page just goes without it. */
function NotToBeHad() {
  return <div className="settled-narrow settled-wide" />
}
