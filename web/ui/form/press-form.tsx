import type { ReactNode } from 'react'

/**
 * Around a submit button, which then does `onPress`: as an action React catches a press that comes before this script,
 * and repeats it here. It takes no place of its own.
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
