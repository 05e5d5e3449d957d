/** An address that ends in a field's id leads to it: the field gets the focus, its list opens, and the address loses that end. */
export function arriveAtField(): void {
  const field = location.hash.startsWith('#field-') && document.getElementById(location.hash.slice(1))
  if (!field) return
  history.replaceState(history.state, '', location.pathname + location.search)
  // The address has put it at the upper edge, where messages appear.
  field.scrollIntoView({ block: 'center' })
  field.focus()
  if (field.role === 'combobox') field.click()
}

/** An address that ends in #main has led past the header: the heading gets the focus, and the address loses that end. */
export function arriveAtHeading(): void {
  const heading = location.hash === '#main' && document.querySelector('h1')
  if (!heading) return
  history.replaceState(null, '', location.pathname)
  heading.tabIndex = -1
  heading.focus()
}
