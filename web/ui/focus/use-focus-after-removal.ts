import { useEffect, useRef } from 'react'

/**
 * For a list whose rows can go: with a row its button went, and the focus with it. The list (tabIndex -1) takes it, so
 * that the keyboard goes on from there.
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
