/** What was typed since a press that opens a search; null where the last press did not. */
let typedAhead: string | null = null

/** A press on a control with this `data-press` opens a search, whose field comes later. */
const OPENS_SEARCH = '[data-press=search]'

/** Notes whether what is typed from now on is for a search that is to come. */
export function notePress({ target }: Pick<Event, 'target'>): void {
  typedAhead = target instanceof Element && target.closest(OPENS_SEARCH) ? (typedAhead ?? '') : null
}

/** Keeps a letter that is typed before the search has come; one in a field is the field's. Tab leaves it. */
export function keepKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (key === 'Tab' || (target && 'maxLength' in target)) typedAhead = null
  if (typedAhead === null || key.length > 1 || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  typedAhead += key
}

/** Hands over what was typed since the press that opened a search; null where no press did. */
export function takeTypedAhead(): string | null {
  const typed = typedAhead
  typedAhead = null
  return typed
}

/** Keeps what is typed while a search is on its way. Returns a function that stops. */
export function keepTypedAhead(): () => void {
  addEventListener('click', notePress, true)
  addEventListener('keydown', keepKey, true)
  return () => {
    removeEventListener('click', notePress, true)
    removeEventListener('keydown', keepKey, true)
  }
}
