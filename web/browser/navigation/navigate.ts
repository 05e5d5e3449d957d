/** Goes to another page of ours, as a full navigation. */
export function goTo(path: string) {
  window.location.assign(path)
}

/** Like `goTo`, but Back does not return here: for pages that are done, such as signing in. */
export function replaceWith(path: string) {
  window.location.replace(path)
}

/** Reloads this page from the server. */
export function reload() {
  window.location.reload()
}
