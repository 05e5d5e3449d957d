/** An address that ends in #main has led past the header: the heading gets the focus, and the address loses that end. */
export function arriveAtHeading(): void {
  const heading = location.hash === '#main' && document.querySelector('h1')
  if (!heading) return
  history.replaceState(null, '', location.pathname)
  heading.tabIndex = -1
  heading.focus()
}
