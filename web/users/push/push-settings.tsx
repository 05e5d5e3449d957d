import { Button } from '../../ui/button/button.tsx'
import type { PushState } from './push-flow.ts'
import { explanation } from './push-words.ts'
import { usePush } from './use-push.ts'
import './push-settings.css'

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

function outcome(state: PushState): string | null {
  if (state.kind === 'off') return state.why
  return state.kind === 'on' ? state.outcome : null
}
