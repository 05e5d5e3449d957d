/** Adds or removes a state class on the page's body, e.g. mobile-menu-opened (§2.6). */
export function setBodyClass(name: string, on: boolean) {
  document.body.classList.toggle(name, on)
}
