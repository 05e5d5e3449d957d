import { focusMain } from './browser-document.ts'

/**
 * Makes everything before `layer` in the body inert; `layer` must be our last element there. Elements that Stripe.js
 * appends come after it and stay usable. Returns a function that ends the trap and restores the focus.
 */
export function trapFocus(layer: Element): () => void {
  const opener = document.activeElement
  const made: Element[] = []
  for (let other = layer.previousElementSibling; other; other = other.previousElementSibling) {
    if (other.toggleAttribute('inert', true)) made.push(other)
  }
  return () => {
    for (const other of made) other.removeAttribute('inert')
    const back = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null
    if (back) back.focus({ preventScroll: true })
    else focusMain()
  }
}
