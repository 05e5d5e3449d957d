import { useEffect, useEffectEvent, useRef, type ComponentProps, type ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'disabled' | 'checked' | 'onChange' | 'ref'> & {
  label: ReactNode
  on: boolean
  busy?: boolean
  onTurn: (on: boolean) => void
}

/** A setting that takes effect at once. While busy it keeps the focus, and a press does nothing. */
export function Switch({ label, on, busy = false, onTurn, className = '', ...rest }: SwitchProps) {
  const input = useRef<HTMLInputElement>(null)
  // A checkbox keeps a press from before hydration itself, until the next render.
  const adopt = useEffectEvent(() => {
    const pressed = input.current?.checked ?? on
    // Reported later, because the effects of its parents come after its own.
    if (!busy && pressed !== on) queueMicrotask(() => onTurn(pressed))
  })
  useEffect(() => adopt(), [])
  return (
    <label className={`switch ${className}`.trim()}>
      <span className="words">{label}</span>
      <input
        {...rest}
        ref={input}
        type="checkbox"
        // A checkbox exposes its own state; aria-checked on it is an error.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        // A reloaded page shows the server's state, not what the browser remembers.
        autoComplete="off"
        checked={on}
        aria-disabled={busy ? true : undefined}
        onClick={busy ? (event) => event.preventDefault() : rest.onClick}
        onChange={(event) => busy || onTurn(event.currentTarget.checked)}
      />
      <span className="track" aria-hidden="true">
        <span className="knob" />
      </span>
    </label>
  )
}
