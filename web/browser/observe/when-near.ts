/** Runs once when the element is within `margin` px of the viewport. Returns a function that stops waiting. */
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
