/** Runs once after `milliseconds`; the answer cancels it, and may be called at any time. */
export function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Runs once calls have stopped for `milliseconds` (§9: 100 ms for a resize). */
export function debounced(milliseconds: number, run: () => void): { call: () => void; cancel: () => void } {
  let cancel: (() => void) | undefined
  return {
    call: () => {
      cancel?.()
      cancel = after(milliseconds, run)
    },
    cancel: () => cancel?.(),
  }
}
