import type { ComponentProps, ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'disabled'> & { label: ReactNode; busy?: boolean }

/** A setting that takes effect at once. While busy it keeps the focus, and a press does nothing. */
export function Switch({ label, busy = false, onChange, className = '', ...rest }: SwitchProps) {
  return (
    <label className={`switch ${className}`.trim()}>
      <span className="words">{label}</span>
      <input
        {...rest}
        type="checkbox"
        // A checkbox exposes its own state; aria-checked on it is an error.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        aria-disabled={busy ? true : undefined}
        onClick={busy ? (event) => event.preventDefault() : rest.onClick}
        onChange={busy ? () => {} : onChange}
      />
      <span className="track" aria-hidden="true">
        <span className="knob" />
      </span>
    </label>
  )
}
