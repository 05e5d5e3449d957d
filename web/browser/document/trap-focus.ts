import { focusMain } from './focus.ts'

/**
 * While it lasts nothing of the page can be reached but `layer`, the last of our elements in the body: what stands
 * before it is inert. What Stripe.js appends to the body comes after it and stays alive. The answer ends it and gives
 * the focus back.
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
