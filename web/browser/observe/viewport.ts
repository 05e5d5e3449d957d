export function viewportWidth(): number {
  return window.innerWidth
}

/** Runs at each resize of the window. The answer stops. */
export function onResize(run: () => void): () => void {
  window.addEventListener('resize', run)
  return () => window.removeEventListener('resize', run)
}
