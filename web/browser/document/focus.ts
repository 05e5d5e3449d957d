/** Moves the focus to the main content, so that Tab continues from its start. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}
