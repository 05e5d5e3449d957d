/** Opens the browser's print dialog. */
export function print() {
  window.print()
}
