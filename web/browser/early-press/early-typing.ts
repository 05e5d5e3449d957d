type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The state of a control before React hydrated it: its text or choice, or whether it was checked. */
type EarlyEntry = { id: string; value: string | boolean; caret: number | null }

/**
 * Reads entries made in a part of the page (a selector) since the server rendered it. Called while it is hydrated,
 * because then React writes its own texts into text areas. Nothing on the server. Switches look after themselves.
 */
export function readEarlyTyping(part: string): EarlyEntry[] {
  if (typeof document === 'undefined') return []
  const controls = document.querySelectorAll<Control>(`${part} :is(input:not([role='switch']), textarea, select)[id]`)
  return [...controls].flatMap((control) => {
    const [value, rendered] = isChecked(control)
      ? [control.checked, control.defaultChecked]
      : [control.value, renderedText(control)]
    if (value === rendered) return []
    return [{ id: control.id, value, caret: 'selectionEnd' in control ? control.selectionEnd : null }]
  })
}

/** Enters it again, now that React listens. */
export function enterAgain(entries: readonly EarlyEntry[]): void {
  for (const { id, value, caret } of entries) {
    const control = document.getElementById(id) as Control | null
    if (!control) continue
    if (isChecked(control)) {
      control.checked = !value
      control.click()
      continue
    }
    // React compares with what it wrote itself, which its own setter on the element notes.
    control.value = renderedText(control)
    Reflect.set(Object.getPrototypeOf(control), 'value', value, control)
    if (caret !== null && 'setSelectionRange' in control) control.setSelectionRange(caret, caret)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

function renderedText(control: Control): string {
  if (!('options' in control)) return control.defaultValue
  return ([...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0])?.value ?? ''
}

function isChecked(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}
