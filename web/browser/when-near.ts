/** Runs once when the element is within `margin` pixels of what is seen. The answer stops waiting. */
export function whenNear(element: Element, margin: number, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: `${margin}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/**
 * Runs once when what stands under the element is out of sight, so that nobody sees it move: now, or after scrolling.
 * The answer stops waiting.
 */
export function whenEndIsBelow(element: Element, run: () => void): () => void {
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
