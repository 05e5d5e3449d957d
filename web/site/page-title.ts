/** A document's title: the page's title, then the product's name. */
export function pageTitle(title: string, productName: string): string {
  return title === productName ? title : `${title} · ${productName}`
}
