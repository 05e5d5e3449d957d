/** Gives the focus to the page's own part, where Tab then goes on from its beginning. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}
