const TYPING = 'input, select, textarea, [contenteditable]'

/** Whether something that opens by itself would be in the way: the reader types, answers a dialog, or is not here. */
export function readerIsBusy(): boolean {
  if (document.visibilityState === 'hidden' || document.querySelector('dialog[open], :popover-open')) return true
  return document.activeElement?.matches(TYPING) ?? false
}
