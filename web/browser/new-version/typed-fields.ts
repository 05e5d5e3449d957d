import { STATE_PREFIX } from '../storage/saved-page-state.ts'
import { sessionStore } from '../storage/storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** `name`: the field's name and the number of fields with that name before it. */
type Typed = { name: string; value: string; checked: boolean }

/**
 * Passwords and secrets are never stored, shown ones neither, and files cannot be. That a place of an Applet was seen is
 * not said for its user: by then it may be another one.
 */
const NOT_KEPT = '[type="password"], [type="file"], .secret-field *, [name="seen"]'

/** Stores what the user typed and chose until the page reloads; signing out clears it. */
export function keepTyped(): void {
  const typed = namedFields().flatMap(([name, field]) => (isChanged(field) ? [{ name, ...stateOf(field) }] : []))
  if (typed.length > 0) sessionStore.write(key(), JSON.stringify(typed))
}

/** Restores the stored input once, as if it were typed again, so that listeners see it. */
export function giveBackTyped(): void {
  const kept = sessionStore.read(key())
  if (kept === null) return
  sessionStore.remove(key())
  const fields = new Map(namedFields())
  // An older version of the page may have written something else.
  const typed: unknown = JSON.parse(kept)
  if (Array.isArray(typed)) for (const each of typed.filter(isTyped)) giveBack(fields.get(each.name), each)
}

function key(): string {
  return `${STATE_PREFIX}typed:${location.pathname}${location.search}`
}

function isTyped(value: unknown): value is Typed {
  const { name, value: typed, checked }: Record<string, unknown> = Object(value)
  return typeof name === 'string' && typeof typed === 'string' && typeof checked === 'boolean'
}

function namedFields(): [name: string, field: Field][] {
  const seen = new Map<string, number>()
  return [...document.querySelectorAll<Field>('input, textarea, select')]
    .filter((field) => !field.matches(NOT_KEPT) && !('readOnly' in field && field.readOnly))
    .map((field) => {
      const name = field.name || field.id
      const before = seen.get(name) ?? 0
      seen.set(name, before + 1)
      return [`${name} ${before}`, field]
    })
}

function isToggle(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isChanged(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected)
  return field.value !== field.defaultValue
}

function stateOf(field: Field) {
  return { value: field.value, checked: isToggle(field) && field.checked }
}

function giveBack(field: Field | undefined, { value, checked }: Typed): void {
  if (!field) return
  if (isToggle(field)) {
    if (checked && !field.checked) field.click()
    return
  }
  // React notices a value only if it is set through the prototype's setter.
  const prototype: object = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
