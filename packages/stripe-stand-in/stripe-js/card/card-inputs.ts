import type { CardInputName } from './card-state.ts'

export type Inputs = Record<CardInputName, HTMLInputElement>

/** Names, labels and hints as in Stripe's own frame, which password managers and tests rely on. */
const FIELD_ATTRIBUTES: Record<CardInputName, Record<string, string>> = {
  number: {
    name: 'cardnumber',
    autocomplete: 'cc-number',
    'aria-label': 'Credit or debit card number',
    placeholder: 'Card number',
  },
  expiry: {
    name: 'exp-date',
    autocomplete: 'cc-exp',
    'aria-label': 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
  },
  cvc: { name: 'cvc', autocomplete: 'cc-csc', 'aria-label': 'Credit or debit card CVC/CVV', placeholder: 'CVC' },
}

export function createInputs(): Inputs {
  return {
    number: createInput('number'),
    expiry: createInput('expiry'),
    cvc: createInput('cvc'),
  }
}

function createInput(field: CardInputName): HTMLInputElement {
  const input = document.createElement('input')
  const attributes = {
    type: 'text',
    inputmode: 'numeric',
    spellcheck: 'false',
    autocorrect: 'off',
    'aria-invalid': 'false',
    ...FIELD_ATTRIBUTES[field],
  }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  return input
}

/** Shows the formatted text, and keeps the caret behind the same digit. */
export function writeKeepingCaret(input: HTMLInputElement, text: string): void {
  if (input.value === text) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digitsBefore = input.value.slice(0, caret).replaceAll(/\D/g, '').length
  input.value = text
  if (document.activeElement !== input) return
  const place = atEnd ? text.length : placeAfterDigits(text, digitsBefore)
  input.setSelectionRange(place, place)
}

function placeAfterDigits(text: string, count: number): number {
  let place = 0
  for (let seen = 0; place < text.length && seen < count; place++) if (/\d/.test(text.charAt(place))) seen++
  return place
}
