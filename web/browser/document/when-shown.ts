/** How long a part may take to show, in ms. */
const SHOWN_WITHIN = 3000

/**
 * Gives the focus to the element that the first selector finds, as soon as the page shows one; if it never does, to what
 * the others find. Returns a function that stops waiting.
 */
export function focusWhenShown([first, ...others]: readonly string[]): () => void {
  const focus = (selector: string | undefined) => {
    const element = selector === undefined ? null : document.querySelector<HTMLElement>(selector)
    element?.focus()
    return element !== null
  }
  if (focus(first)) return () => {}
  const observer = new MutationObserver(() => focus(first) && stop())
  const timer = setTimeout(() => {
    stop()
    others.some(focus)
  }, SHOWN_WITHIN)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
