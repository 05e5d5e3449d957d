/** Runs once after `milliseconds`. Returns a function that cancels it. */
export function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Runs when no call has come for `milliseconds` (§9: 100 ms for a resize). */
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
