import { IntegrationError } from './integration-error.ts'

/** The node to mount an element in. Throws Stripe's own error if it does not exist. */
export function findPlace(target: string | HTMLElement): HTMLElement {
  if (typeof target !== 'string') return target
  const found = document.querySelector(target)
  if (found instanceof HTMLElement) return found
  throw new IntegrationError(
    `The selector you specified (${target}) applies to no DOM elements that are currently on the page.\nMake sure the element exists on the page before calling mount().`,
  )
}

/** Submits the form on Enter like a native field: presses its submit button unless it is disabled. */
export function submitAround(place: HTMLElement): void {
  const form = place.closest('form')
  if (!form) return
  const button = Array.from(form.elements).find(isSubmitter)
  if (!button) form.requestSubmit()
  else button.click()
}

function isSubmitter(element: Element): element is HTMLButtonElement | HTMLInputElement {
  return (
    (element instanceof HTMLButtonElement && element.type === 'submit') ||
    (element instanceof HTMLInputElement && (element.type === 'submit' || element.type === 'image'))
  )
}
