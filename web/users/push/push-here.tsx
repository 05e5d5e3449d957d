import { Button } from '../../ui/button/button.tsx'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import type { PushState } from './push-flow.ts'
import { explanation } from './push-words.ts'
import { usePush } from './use-push.ts'
import './push-here.css'

/** Beside a switch that is on: whether this browser shows its notifications, and a way to turn them on. */
export function PushHere() {
  const { state, turnOn } = usePush()
  return <HereView state={state} onTurnOn={() => void turnOn()} />
}

/** The button needs a user activation, so it appears only once this script has asked the browser. */
export function HereView({ state, onTurnOn }: { state: PushState; onTurnOn: () => void }) {
  const { kind } = state
  const offered = kind === 'off' || kind === 'asking' || kind === 'subscribing'
  const here = useFocusAfterRemoval<HTMLDivElement>(offered ? 1 : 0)
  return (
    <div className="push-here" ref={here} tabIndex={-1}>
      <output>{words(state)}</output>
      {offered ? (
        <Button kind="secondary" size="small" busy={kind !== 'off'} onClick={onTurnOn}>
          Turn on here
        </Button>
      ) : null}
    </div>
  )
}

function words(state: PushState): string {
  switch (state.kind) {
    case 'off':
      return state.why ?? 'This browser does not show notifications yet.'
    case 'subscribing':
      return 'Turning on notifications in this browser…'
    case 'on':
    case 'testing':
    case 'leaving':
      return 'Shown in this browser, even with no page open.'
    default:
      return explanation(state)
  }
}
