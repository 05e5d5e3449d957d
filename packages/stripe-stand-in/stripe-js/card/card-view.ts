import type { StripeCardElementOptions, StripeElementCSSProperties } from '@stripe/stripe-js'
import { printExpiry } from './card-expiry.ts'
import { writeKeepingCaret } from './card-inputs.ts'
import type { Inputs } from './card-inputs.ts'
import { brandOf, groupDigits } from './card-number.ts'
import type { CardBrand } from './card-number.ts'
import { FIELDS, cardProblemOf, shownProblemOf } from './card-state.ts'
import type { CardState, CardInputName } from './card-state.ts'

type View = { row: HTMLElement; icon: HTMLElement; inputs: Inputs }

const BRAND_MARKS: Record<CardBrand, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
  unknown: '',
}

export function buildView(inputs: Inputs): View {
  const icon = element('span', 'icon')
  icon.setAttribute('aria-hidden', 'true')
  const rest = element('div', 'rest', inputs.expiry, inputs.cvc)
  const row = element('div', 'card', icon, element('div', 'number', inputs.number), rest)
  return { row, icon, inputs }
}

/** Writes the state into the fields. `deleting` is the field in which the user has just deleted text. */
export function render({ row, icon, inputs }: View, state: CardState, today: Date, deleting?: CardInputName): void {
  const { number, expiry, cvc } = state.values
  writeKeepingCaret(inputs.number, groupDigits(number))
  writeKeepingCaret(inputs.expiry, printExpiry(expiry, deleting === 'expiry'))
  writeKeepingCaret(inputs.cvc, cvc)
  for (const field of FIELDS) {
    inputs[field].setAttribute('aria-invalid', String(shownProblemOf(state, field, today) !== undefined))
  }
  const brand = brandOf(number)
  icon.dataset.brand = brand
  icon.textContent = BRAND_MARKS[brand]
  row.classList.toggle('number-done', cardProblemOf(state, 'number', today) === undefined)
}

/** The widths, in em, in which the number's placeholder or the whole number fits beside the others (see card-frame.css). */
const [WITH_PLACEHOLDER, WITH_WHOLE_NUMBER] = [17.6, 22.8]

/** Shortens the number if there is not enough room. */
export function fitInputs({ row }: Pick<View, 'row'>): void {
  const room = row.clientWidth / Number.parseFloat(getComputedStyle(row).fontSize)
  row.classList.toggle('narrow', room < WITH_WHOLE_NUMBER)
  row.classList.toggle('tiny', room < WITH_PLACEHOLDER)
}

const PROPERTIES = ['color', 'fontFamily', 'fontSize', 'iconColor'] as const

/** Turns the page's `style` option into custom properties for card-frame.css. */
export function applyOptions({ row, inputs }: View, options: StripeCardElementOptions): void {
  const { base, invalid } = options.style ?? {}
  setProperties('base', base)
  setProperties('placeholder', base?.['::placeholder'])
  setProperties('invalid', invalid)
  row.classList.toggle('disabled', options.disabled ?? false)
  for (const field of FIELDS) inputs[field].disabled = options.disabled ?? false
}

function setProperties(variant: string, given: StripeElementCSSProperties | undefined): void {
  for (const property of PROPERTIES) {
    const name = `--${variant}-${property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const value = given?.[property]
    if (value === undefined) document.documentElement.style.removeProperty(name)
    else document.documentElement.style.setProperty(name, String(value))
  }
}

function element(name: string, className: string, ...children: Node[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}
