import type { RefObject } from 'react'
import type { Applet } from '../../worker/contract/applets.ts'
import { AppletGrid } from '../site/applet-grid.tsx'
import { shown } from './recommended-flow.ts'
import { useRecommended } from './use-recommended.ts'

type Props = { applet: Applet; slot: RefObject<Element | null> }

/** "Recommended Applets" (§2.2): nothing where there are none, or where they can not be had. */
export function Recommended({ applet, slot }: Props) {
  const state = useRecommended(applet, slot)
  const applets = shown(state)
  const settled = state.settled ? 'settled' : ''
  if (applets.length === 0) return <div className={settled} />
  return (
    <section className={`page shelf ${settled}`} aria-labelledby="recommended-applets">
      <h2 id="recommended-applets">Recommended Applets</h2>
      <AppletGrid applets={applets} />
    </section>
  )
}
