/*
 * Loaded in the <head> before the page shows. A press on a control that React has not hydrated yet is recorded here and
 * done by `controlIsReady`. It imports nothing, so that it stays a small file of its own and comes first.
 */

/** How long a recorded press counts, in ms. */
const RECORDING_LASTS = 10_000

/** Buttons that need our script: a form with an address sends itself. */
const NEEDS_SCRIPT = 'button[data-press]:not(form[action] [data-press=""][type=submit])'

const ready = new WeakSet<Element>()
let recording: [control: HTMLElement, offer: string, at: number] | null = null

/** Describes a press on the control, as the user sees it: its action and its label. */
function offerOf(control: HTMLElement): string {
  return `${control.dataset.press} ${control.ariaLabel ?? control.textContent}`
}

/** Forgets the recorded press. */
export function dropPress(): void {
  if (recording) recording[0].ariaBusy = null
  recording = null
}

/** Records a click on a control that is not ready, in place of an earlier one, and shows the control as busy. */
export function recordPress(event: Event): void {
  const { target } = event
  const control = target instanceof Element && target.closest<HTMLElement>(NEEDS_SCRIPT)
  if (!control || ready.has(control)) return
  event.preventDefault()
  event.stopPropagation()
  if (control.ariaDisabled) return
  dropPress()
  const own = (recording = [control, offerOf(control), Date.now()])
  control.ariaBusy = 'true'
  setTimeout(() => recording === own && dropPress(), RECORDING_LASTS)
}

/**
 * From now on the control with this id handles its presses itself. A recorded press on it is done once, if it is less
 * than 10 s old and the control still offers the same; otherwise the control only gets the focus.
 */
export function controlIsReady(id: string): void {
  const control = document.getElementById(id)
  if (!control) return
  ready.add(control)
  if (recording?.[0].id !== id) return
  const [, offer, at] = recording
  dropPress()
  // Later, because the effects of the control's parents come after its own.
  queueMicrotask(() => {
    if (offer === offerOf(control) && Date.now() - at < RECORDING_LASTS) control.click()
    else control.focus()
  })
}

if (globalThis.window) {
  // Captures, so it comes before React's own listener.
  addEventListener('click', recordPress, true)
  addEventListener('pagehide', dropPress)
}
