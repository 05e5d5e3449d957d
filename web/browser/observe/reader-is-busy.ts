const TYPING = 'input, select, textarea, [contenteditable]'

/** Whether something that opens on its own would disturb: the user is typing, in a dialog, or away. */
export function readerIsBusy(): boolean {
  if (document.visibilityState === 'hidden' || document.querySelector('dialog[open], :popover-open')) return true
  return document.activeElement?.matches(TYPING) ?? false
}
