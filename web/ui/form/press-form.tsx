import type { ReactNode } from 'react'

/**
 * Wraps a submit button that calls `onPress`: as a form action, React catches a press from before this script and
 * replays it. Takes no room of its own.
 */
export function PressForm({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <form
      className="press-form"
      action={onPress}
      onSubmit={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      {children}
    </form>
  )
}
