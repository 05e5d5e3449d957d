import type { ComponentProps, MouseEvent } from 'react'
import { PressButton } from './press-button.tsx'
import './button.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
type Look = { kind?: ButtonKind; size?: 'normal' | 'small' }
type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & Look & { busy?: boolean; unavailable?: boolean }

/**
 * While busy or unavailable it keeps the focus and sets aria-disabled; presses do nothing, nor does Enter in its form,
 * because implicit submission is a click on this button too.
 */
export function Button({ kind, size, busy = false, unavailable = false, onClick, className, ...rest }: ButtonProps) {
  const idle = !busy && !unavailable
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (idle) onClick?.(event)
    else event.preventDefault()
  }
  return (
    <PressButton
      {...rest}
      className={look({ kind, size }, className)}
      aria-disabled={idle ? undefined : true}
      aria-busy={busy ? true : undefined}
      onClick={press}
    />
  )
}

export function ButtonLink({
  kind,
  size,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & { href: string } & Look) {
  return (
    <a {...rest} className={look({ kind, size }, className)}>
      {children}
    </a>
  )
}

function look({ kind = 'primary', size = 'normal' }: { [K in keyof Look]: Look[K] | undefined }, extra = '') {
  return `button ${kind} ${size} ${extra}`.trim()
}
