import { useEffect, useRef } from 'react'

/** For a button that a form replaces: when the form closes, the button gets the focus back. */
export function useFocusWhenBack(away: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const was = useRef(away)
  useEffect(() => {
    if (was.current && !away) ref.current?.focus()
    was.current = away
  }, [away])
  return ref
}
