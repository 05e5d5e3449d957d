/** An element of this page, for a root of its own. */
export function elementWithId(id: string): HTMLElement | null {
  return document.getElementById(id)
}
