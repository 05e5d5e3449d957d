/**
 * Runs once when everything below the element is out of view, so that nobody sees it move: now, or after scrolling.
 * Returns a function that stops waiting.
 */
export function whenScrolledPast(element: Element, run: () => void): () => void {
  const stop = () => window.removeEventListener('scroll', look)
  function look() {
    if (element.getBoundingClientRect().bottom < window.innerHeight) return
    stop()
    run()
  }
  window.addEventListener('scroll', look, { passive: true })
  look()
  return stop
}
