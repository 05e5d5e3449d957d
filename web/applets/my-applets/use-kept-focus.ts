import { useEffect, useRef, type SubmitEvent } from 'react'
import { sessionStore } from '../../browser/storage/storage.ts'

/** A GET form loads a new page: keeps the focus on the control that sent it. `name` tells forms apart. */
export function useKeptFocus(name: string) {
  const form = useRef<HTMLFormElement>(null)
  const key = `focus_${name}`
  useEffect(() => {
    const kept = sessionStore.read(key)
    if (kept === null) return
    sessionStore.remove(key)
    const control = form.current?.elements.item(Number(kept))
    if (control instanceof HTMLElement && control.ownerDocument.activeElement === control.ownerDocument.body)
      control.focus({ preventScroll: true })
  }, [key])
  function keepFocus({ currentTarget }: SubmitEvent<HTMLFormElement>) {
    const at = [...currentTarget.elements].findIndex((each) => each === currentTarget.ownerDocument.activeElement)
    if (at >= 0) sessionStore.write(key, String(at))
  }
  return { form, keepFocus }
}
