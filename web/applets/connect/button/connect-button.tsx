import { PressButton } from '../../../ui/button/press-button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { ServiceIcon } from '../../../ui/service/service-icon.tsx'
import { connectLabel, knobService, shortened } from './connect-label.ts'
import { flagsOf, isBusy, isLive, playedOf, type ConnectState } from '../flow/connect-state.ts'
import './connect-button.css'

type Props = {
  state: ConnectState
  onPress: () => void
  /** The pointer or focus arrived, so a press may follow. */
  onApproach: () => void
  /** Whether the flow that takes the press has begun. */
  ready: boolean
}

/**
 * The main button: its label is its name, and it keeps the focus while busy (§2.1). CSS animates §4.11 by the
 * state's kind.
 */
export function ConnectButton({ state, onPress, onApproach, ready }: Props) {
  const label = connectLabel(state)
  const text = shortened(label)
  const busy = isBusy(state)
  const { enabled, connectClicked, disconnectClicked } = flagsOf(state)
  const on = (enabled && !disconnectClicked) || (connectClicked && state.kind !== 'leaving')
  return (
    <PressButton
      id="connect"
      type={enabled ? 'button' : 'submit'}
      data-press={enabled ? 'disable' : 'connect'}
      ready={ready}
      className={`connect-button ${on ? 'on' : 'off'} ${widthOf(text)} ${state.kind}`}
      aria-label={text === label ? undefined : label}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={(event) => {
        event.preventDefault()
        // Ignores the second half of a double click, and a key held down.
        if (!busy && event.detail < 2) onPress()
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
      }}
    >
      <span className="meter" aria-hidden="true" />
      {on && isLive(state) && playedOf(state).showSuccessConnection ? <Glyph name="check" size={40} /> : null}
      <Knob state={state} />
      {/* A new key makes each label a new element, which animates in. */}
      <span key={text} className={state.attempt > 0 ? 'label new' : 'label'}>
        {text}
      </span>
    </PressButton>
  )
}

function Knob({ state }: { state: ConnectState }) {
  const service = knobService(state)
  const { tone, background } = service?.brand ?? state.applet.brand
  return (
    <span className={`knob ${tone}`} aria-hidden="true">
      <svg viewBox="0 0 64 64" focusable="false">
        <circle cx="32" cy="32" r="32" fill={background} />
      </svg>
      {service ? <ServiceIcon name="" src={service.monochrome_image_url} size={40} mono lead /> : null}
    </span>
  )
}

/** Sets the label's length for its font size: 14 px at least, 22, 28 or 30 px at most (§5), always on one pill. */
function widthOf({ length }: string): 'shortest' | 'short' | 'middling' | 'long' | 'longest' {
  if (length <= 9) return 'shortest'
  if (length <= 12) return 'short'
  if (length <= 14) return 'middling'
  return length <= 17 ? 'long' : 'longest'
}
