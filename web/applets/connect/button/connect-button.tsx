import { Glyph } from '../../../ui/glyph/glyph.tsx'
import { ServiceIcon } from '../../../ui/service/service-icon.tsx'
import { connectLabel, knobService, shortened } from './connect-label.ts'
import { flagsOf, isBusy, isLive, playedOf, type ConnectState } from '../flow/connect-state.ts'

type Props = {
  state: ConnectState
  onPress: () => void
  /** The pointer or the focus has come: a press may follow. */
  onApproach?: () => void
  type?: 'button' | 'submit'
}

/**
 * The one switch of the page: its label is its name, and it keeps the focus while it works (§2.1, §D3.7). The
 * animations of §4.11 are CSS, hung on the kind of state.
 */
export function ConnectButton({ state, onPress, onApproach, type = 'button' }: Props) {
  const label = connectLabel(state)
  const text = shortened(label)
  const busy = isBusy(state)
  const { enabled, connectClicked, disconnectClicked } = flagsOf(state)
  const on = (enabled && !disconnectClicked) || (connectClicked && state.kind !== 'leaving')
  return (
    <button
      type={type}
      className={`connect-button ${on ? 'on' : 'off'} ${widthOf(text)} ${state.kind}`}
      aria-label={text === label ? undefined : label}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={(event) => {
        event.preventDefault()
        // The second half of a double click is no change of mind, nor is a key held down.
        if (!busy && event.detail < 2) onPress()
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
      }}
    >
      <span className="meter" aria-hidden="true" />
      {on && isLive(state) && playedOf(state).showSuccessConnection ? <Glyph name="check" size={40} /> : null}
      <Knob state={state} />
      {/* A new text is a new element, which comes in its own time. */}
      <span key={text} className={state.attempt > 0 ? 'label new' : 'label'}>
        {text}
      </span>
    </button>
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

/** The label's length, for its font size: at most 22, 28 or 30 px and at least 14 (§5), and always on one pill. */
function widthOf({ length }: string): 'shortest' | 'short' | 'middling' | 'long' | 'longest' {
  if (length <= 9) return 'shortest'
  if (length <= 12) return 'short'
  if (length <= 14) return 'middling'
  return length <= 17 ? 'long' : 'longest'
}
