import { Suspense, use, useEffect, useRef, useState, type RefObject } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { whenNear } from '../../browser/observe/when-near.ts'
import type { Recommended } from './recommended.tsx'
import type { ConnectSession } from '../connect/driver/use-connect.ts'
import '../../site/grids/shelf.css'
import './recommended.css'

/** The list is fetched within this many pixels of scrolling. */
const AHEAD = 800

type Props = { applet: Applet; session: Promise<ConnectSession> }

/** The slot of the recommended Applets at the foot of the page (§2.2). Their code loads when the reader comes near. */
export function RecommendedSlot(props: Props) {
  const slot = useRef<HTMLDivElement>(null)
  return (
    <div ref={slot} className="recommended">
      {/* Hydrated when a user's part of the page is shown, which stands above and would move the list. */}
      <Suspense fallback={null}>
        <RecommendedWhenNear {...props} slot={slot} />
      </Suspense>
    </div>
  )
}

function RecommendedWhenNear({ applet, session, slot }: Props & { slot: RefObject<HTMLDivElement | null> }) {
  const isUser = use(session).kind === 'user'
  const [View, setView] = useState<typeof Recommended | typeof NotToBeHad | null>(null)
  useEffect(() => {
    if (!slot.current) return undefined
    return whenNear(slot.current, AHEAD, () => {
      import('./recommended.tsx').then(
        ({ Recommended: view }) => setView(() => view),
        () => setView(() => NotToBeHad),
      )
    })
  }, [slot])
  if (View) return <View applet={applet} slot={slot} waiting={<Waiting />} />
  return isUser ? null : <Waiting />
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
