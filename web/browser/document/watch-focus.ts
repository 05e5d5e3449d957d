/** Remembers what has the focus now. The answer says whether the user has moved it to something else since. */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  return () => document.activeElement !== before && document.activeElement !== document.body
}
