import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { trapFocus } from '../../browser/document/trap-focus.ts'
import { FlashRegion } from '../flash/flash.tsx'
import { Glyph } from '../glyph/glyph.tsx'
import { useBackdropPress } from './use-backdrop-press.ts'

type Props = {
  /** The id of its title, which stands among `children`. */
  titleId: string
  /** As high as the window lets it, or as its content is. */
  size?: 'full' | 'fitting'
  /** For the X, Esc and a press on the backdrop. */
  onClose: () => void
  children: ReactNode
}

/**
 * A modal outside the top layer: a bank's or a wallet's window, which Stripe.js appends to the body, would lie under a
 * native one and be inert. For the same reason it is no `aria-modal`: the rest of the page is inert instead. It has to
 * be the last element of ours in the body, and is there only while it is open.
 */
export function PageDialog({ titleId, size = 'fitting', onClose, children }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const backdrop = useBackdropPress(onClose)

  useLayoutEffect(() => {
    if (!layer.current) return undefined
    const end = trapFocus(layer.current)
    // Its name is read out then, whatever comes first in it.
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
