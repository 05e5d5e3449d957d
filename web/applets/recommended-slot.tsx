import { useEffect, useRef, useState } from 'react'
import type { Applet } from '../../worker/contract/applets.ts'
import { whenNear } from '../browser/when-near.ts'
import type { Recommended } from './recommended.tsx'
import type { ConnectSession } from './use-connect.ts'

/** Pixels of scrolling within which they are fetched. */
const AHEAD = 800

/** The place of the recommended Applets at the page's foot (§2.2). Their code comes once a reader draws near. */
export function RecommendedSlot({ applet, session }: { applet: Applet; session: Promise<ConnectSession> }) {
  const slot = useRef<HTMLDivElement>(null)
  const [View, setView] = useState<typeof Recommended | null>(null)
  useEffect(() => {
    if (!slot.current) return undefined
    return whenNear(slot.current, AHEAD, () => {
      // After the viewer's part, which stands above and would move them. A file that does not come takes nothing away.
      Promise.all([import('./recommended.tsx'), session]).then(
        ([{ Recommended: view }]) => setView(() => view),
        () => {},
      )
    })
  }, [session])
  return (
    <div ref={slot} className="recommended">
      {View ? <View applet={applet} slot={slot} /> : null}
    </div>
  )
}
