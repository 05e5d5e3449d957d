/**
 * Runs when the user returns to this page after more than `milliseconds` in another tab or window. Returns a function that
 * stops listening.
 */
export function onReturn(milliseconds: number, run: () => void): () => void {
  let left: number | null = null
  function leave(event: Event) {
    left ??= event.timeStamp
  }
  function come(event: Event) {
    if (left !== null && event.timeStamp - left > milliseconds) run()
    left = null
  }
  function change(event: Event) {
    if (document.visibilityState === 'hidden') leave(event)
    else come(event)
  }
  document.addEventListener('visibilitychange', change)
  window.addEventListener('blur', leave)
  window.addEventListener('focus', come)
  return () => {
    document.removeEventListener('visibilitychange', change)
    window.removeEventListener('blur', leave)
    window.removeEventListener('focus', come)
  }
}
