/** Opens the browser's own dialog for paper and PDF. */
export function print() {
  window.print()
}
