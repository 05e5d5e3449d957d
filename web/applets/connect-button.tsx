import { ServiceIcon } from '../ui/service-icon.tsx'
import { connectLabel, knobService, shortened } from './connect-label.ts'
import { flagsOf, isBusy, statusOf, type ConnectState } from './connect-state.ts'

type Props = { state: ConnectState; onPress: () => void; type?: 'button' | 'submit' }

/** The one switch of the page: its label is its name, and it keeps the focus while it works (§2.1, design §3.7). */
export function ConnectButton({ state, onPress, type = 'button' }: Props) {
  const label = connectLabel(state)
  const text = shortened(label)
  const busy = isBusy(state)
  const on = statusOf(state) === 'enabled_for_user' || flagsOf(state).saving
  return (
    <button
      type={type}
      className={`connect-button ${on ? 'on' : 'off'} ${widthOf(text)}`}
      aria-label={text === label ? undefined : label}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!busy) onPress()
      }}
    >
      <Knob state={state} />
      <span className="label">{text}</span>
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
function widthOf(text: string): 'short' | 'middling' | 'long' {
  if (text.length <= 12) return 'short'
  return text.length <= 17 ? 'middling' : 'long'
}
