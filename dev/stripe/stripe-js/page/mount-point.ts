import { IntegrationError } from './integration-error.ts'

/** Where an element is to be mounted. Throws Stripe's own complaints when that is nowhere. */
export function findPlace(target: string | HTMLElement): HTMLElement {
  if (typeof target !== 'string') return target
  const found = document.querySelector(target)
  if (found instanceof HTMLElement) return found
  throw new IntegrationError(
    `The selector you specified (${target}) applies to no DOM elements that are currently on the page.\nMake sure the element exists on the page before calling mount().`,
  )
}

/** As a page's own field does on Enter: presses the form's submit button, unless that is disabled. */
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
