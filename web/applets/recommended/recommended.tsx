import type { ReactNode, RefObject } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { AppletGrid } from '../../site/grids/applet-grid.tsx'
import { Button } from '../../ui/button/button.tsx'
import { shown, type RecommendedState } from './recommended-flow.ts'
import { useRecommended } from './use-recommended.ts'

type Props = { applet: Applet; slot: RefObject<Element | null>; waiting: ReactNode }

/** "Recommended Applets" (§2.2), or why there are none. */
export function Recommended({ applet, slot, waiting }: Props) {
  const { state, retry } = useRecommended(applet, slot)
  const applets = shown(state)
  if (state.kind === 'asking' && applets.length === 0) return waiting
  return (
    <section className={`page shelf ${SETTLED[state.settled]}`} aria-labelledby="recommended-applets">
      <h2 id="recommended-applets">Recommended Applets</h2>
      {applets.length > 0 ? <AppletGrid applets={applets} /> : <WhyNone kind={state.kind} onRetry={retry} />}
    </section>
  )
}

/** For which width the reserved space is released; recommended.css defines the classes. */
const SETTLED = {
  no: '',
  narrow: 'settled-narrow',
  all: 'settled-narrow settled-wide',
} as const satisfies Record<RecommendedState['settled'], string>

function WhyNone({ kind, onRetry }: { kind: RecommendedState['kind']; onRetry: () => void }) {
  if (kind === 'answered') {
    return (
      <p>
        No other Applets use these services yet. <a href="/explore">Explore all Applets</a>
      </p>
    )
  }
  return (
    <p className="failed">
      They could not be loaded.{' '}
      <Button kind="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
