import { Button } from '../ui/button/button.tsx'
import type { PushState } from './push-flow.ts'
import { usePush } from './use-push.ts'

/** In /settings: whether this browser gets notifications. Reserves its room until that is known. */
export function PushSettings() {
  const push = usePush()
  return (
    <section className="push-settings" aria-labelledby="notifications">
      <h2 id="notifications">Notifications in this browser</h2>
      <PushControls {...push} />
    </section>
  )
}

type Controls = { state: PushState; turnOn: () => unknown; turnOff: () => unknown; test: () => unknown }

export function PushControls({ state, turnOn, turnOff, test }: Controls) {
  const { kind } = state
  const on = kind === 'on' || kind === 'testing' || kind === 'leaving'
  const off = kind === 'off' || kind === 'asking' || kind === 'subscribing'
  return (
    <>
      <p>{explanation(state)}</p>
      {off ? (
        <Button kind="secondary" size="small" busy={kind !== 'off'} onClick={() => void turnOn()}>
          Turn on
        </Button>
      ) : null}
      {on ? (
        <div className="actions">
          <Button kind="secondary" size="small" busy={kind === 'testing'} onClick={() => void test()}>
            Send a test notification
          </Button>
          <Button kind="secondary" size="small" busy={kind === 'leaving'} onClick={() => void turnOff()}>
            Turn off
          </Button>
        </div>
      ) : null}
      <output>{outcome(state)}</output>
    </>
  )
}

function explanation({ kind }: PushState): string {
  switch (kind) {
    case 'checking':
      return 'Checking this browser…'
    case 'unsupported':
      return 'This browser cannot show notifications here.'
    case 'not_offered':
      return 'Notifications are not available yet.'
    case 'blocked':
      return "You have blocked notifications for this site. Allow them in your browser's settings, then reload this page."
    case 'asking':
      return 'Answer your browser to allow notifications.'
    case 'off':
    case 'subscribing':
      return 'Get Applet notifications here, even with no page open.'
    default:
      return 'Applet notifications are on, even with no page open.'
  }
}

function outcome(state: PushState): string | null {
  if (state.kind === 'off') return state.why
  return state.kind === 'on' ? state.outcome : null
}
