/**
 * Runs once when what stands under the element is out of sight, so that nobody sees it move: now, or after scrolling.
 * The answer stops waiting.
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
