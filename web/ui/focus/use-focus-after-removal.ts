import { useEffect, useRef } from 'react'

/**
 * For lists whose rows can be removed: a removed row takes its focused button along, so the list (tabIndex -1) takes
 * the focus.
 */
export function useFocusAfterRemoval<Element extends HTMLElement>(count: number) {
  const ref = useRef<Element>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) ref.current?.focus()
    before.current = count
  }, [count])
  return ref
}
