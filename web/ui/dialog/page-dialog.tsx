import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { trapFocus } from '../../browser/document/trap-focus.ts'
import { FlashRegion } from '../flash/flash.tsx'
import { Glyph } from '../glyph.tsx'
import { useBackdropPress } from './use-backdrop-press.ts'
import './dialog.css'

type Props = {
  /** The id of the dialog's title, which is among `children`. */
  titleId: string
  /** Whether the dialog fills the window's height or fits its content. */
  size?: 'full' | 'fitting'
  /** Called for the X, Esc and a press on the backdrop. */
  onClose: () => void
  children: ReactNode
}

/**
 * A modal outside the top layer: Stripe.js appends a bank's or wallet's window to the body, where a native modal would
 * cover it and make it inert. It has no `aria-modal` for the same reason; the rest of the page is inert instead. It
 * must be our last element in the body and exists only while open.
 */
export function PageDialog({ titleId, size = 'fitting', onClose, children }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const backdrop = useBackdropPress(onClose)

  useLayoutEffect(() => {
    if (!layer.current) return undefined
    const end = trapFocus(layer.current)
    // Focusing the dialog makes screen readers read its name, whatever its content starts with.
    dialog.current?.focus({ preventScroll: true })
    return end
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className="page-dialog"
      ref={layer}
      {...backdrop}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <dialog ref={dialog} open className={`dialog page ${size}`} aria-labelledby={titleId} tabIndex={-1}>
        <div className="bar">
          <button type="button" className="close" aria-label="Close" onClick={onClose}>
            <Glyph name="close" size={24} />
          </button>
        </div>
        {children}
      </dialog>
      <FlashRegion />
    </div>
  )
}
