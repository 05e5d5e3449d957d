/** Fires an event on the window, for whoever listens there (§4.10 appletEnabled). */
export function fireWindowEvent(name: string, detail: unknown) {
  window.dispatchEvent(new CustomEvent(name, { detail }))
}
