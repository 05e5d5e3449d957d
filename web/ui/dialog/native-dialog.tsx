import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { FlashRegion } from '../flash/flash.tsx'
import { Glyph } from '../glyph.tsx'
import { useBackdropPress } from './use-backdrop-press.ts'
import './dialog.css'

export type DialogProps = {
  open: boolean
  title: ReactNode
  /** Called for the X, Esc and a press on the backdrop; the owner then sets `open` to false. */
  onClose: () => void
  children: ReactNode
}

/** A modal on the native <dialog>, which keeps the focus inside, makes the page inert and returns the focus. */
export function NativeDialog({ open, title, onClose, children }: DialogProps) {
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const backdrop = useBackdropPress(onClose)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return undefined
    dialog.showModal()
    // Focuses the element marked with `data-begin-here`, else the X by browser default.
    dialog.querySelector<HTMLElement>('[data-begin-here]')?.focus()
    return () => dialog.close()
  }, [open])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      {...backdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="panel">
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="close" aria-label="Close" onClick={onClose}>
            <Glyph name="close" size={24} />
          </button>
        </header>
        {open ? children : null}
      </div>
      {open ? <FlashRegion /> : null}
    </dialog>
  )
}
