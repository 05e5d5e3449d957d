/** Leaves for another page of ours, as a full navigation. */
export function goTo(path: string) {
  window.location.assign(path)
}

/** As `goTo`, but Back does not come here again: for a page that has done its work, such as signing in. */
export function replaceWith(path: string) {
  window.location.replace(path)
}

/** Loads this page anew, from the server's state. */
export function reload() {
  window.location.reload()
}
