/** A new element at the end of the page, for a part that is rendered on its own. */
export function appendToBody(): HTMLElement {
  return document.body.appendChild(document.createElement('div'))
}
