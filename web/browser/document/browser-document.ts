/** A new element at the end of the page, for a part that is rendered on its own. */
export function appendToBody(): HTMLElement {
  return document.body.appendChild(document.createElement('div'))
}

/** Adds or removes a state class on the page's body, e.g. mobile-menu-opened (§2.6). */
export function setBodyClass(name: string, on: boolean) {
  document.body.classList.toggle(name, on)
}

/** The current value of a color token, for frames of another origin, which cannot read our style sheet. */
export function cssTokenColor(token: `--${string}`, near: Element): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  near.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

export function setDocumentTitle(title: string): void {
  document.title = title
}

/** An element of this page, for a root of its own. */
export function elementWithId(id: string): HTMLElement | null {
  return document.getElementById(id)
}

/** Moves the focus to the main content, so that Tab continues from its start. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Opens the browser's print dialog. */
export function print() {
  window.print()
}

/** Remembers what has the focus now. The answer says whether the user has moved it to something else since. */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  return () => document.activeElement !== before && document.activeElement !== document.body
}

/** Fires a custom event on the window (§4.10 appletEnabled). */
export function fireWindowEvent(name: string, detail: unknown) {
  window.dispatchEvent(new CustomEvent(name, { detail }))
}
