/** Runs once when the pointer or the focus first comes onto a button. Returns a function that stops waiting. */
export function whenButtonApproached(run: () => void): () => void {
  const waiting = new AbortController()
  const look = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('button')) return
    waiting.abort()
    run()
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, look, { signal: waiting.signal })
  return () => waiting.abort()
}
