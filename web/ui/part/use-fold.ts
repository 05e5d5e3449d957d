import { useEffect, useRef, useState } from 'react'
import { usePart } from './use-part.ts'

/** A <details> whose content loads when it is unfolded; folded again if it cannot be loaded. */
export function useFold<Part>(load: () => Promise<Part>) {
  const ref = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const [Part, approach] = usePart(open, load, () => {
    if (ref.current) ref.current.open = false
  })
  const read = () => setOpen(ref.current?.open ?? false)
  // It may have been unfolded before hydration.
  useEffect(read, [])
  return { fold: { ref, onToggle: read }, open, approach, Part }
}
