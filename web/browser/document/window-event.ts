/** Fires a custom event on the window (§4.10 appletEnabled). */
export function fireWindowEvent(name: string, detail: unknown) {
  window.dispatchEvent(new CustomEvent(name, { detail }))
}
