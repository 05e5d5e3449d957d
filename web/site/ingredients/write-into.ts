/** Writes a text over a part of a text area, all of it without one, as if it were typed there: listeners learn of it. */
export function writeInto(area: HTMLTextAreaElement, text: string, from = 0, to = area.value.length): void {
  // The setter of `value` is React's, which would not notice a change of its own.
  area.setRangeText(text, from, to, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
