/** A document's title: what the page is, then whose. */
export function pageTitle(title: string, productName: string): string {
  return title === productName ? title : `${title} · ${productName}`
}
