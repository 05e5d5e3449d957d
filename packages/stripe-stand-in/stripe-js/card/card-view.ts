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
  const rest = element('div', 'rest', inputs.expiry, inputs.cvc, inputs.postal)
  const row = element('div', 'card', icon, element('div', 'number', inputs.number), rest)
  return { row, icon, inputs }
}

/** Writes the state into the fields. `deleting` is the field in which the user has just deleted text. */
export function render({ row, icon, inputs }: View, state: CardState, today: Date, deleting?: CardInputName): void {
  const { number, expiry, cvc, postal } = state.values
  writeKeepingCaret(inputs.number, groupDigits(number))
  writeKeepingCaret(inputs.expiry, printExpiry(expiry, deleting === 'expiry'))
  writeKeepingCaret(inputs.cvc, cvc)
  writeKeepingCaret(inputs.postal, postal)
  inputs.postal.hidden = state.hidePostalCode
  for (const field of FIELDS) {
    inputs[field].setAttribute('aria-invalid', String(shownProblemOf(state, field, today) !== undefined))
  }
  const brand = brandOf(number)
  icon.dataset.brand = brand
  icon.textContent = BRAND_MARKS[brand]
  row.classList.toggle('number-done', cardProblemOf(state, 'number', today) === undefined)
  row.classList.toggle('empty', number === '' && expiry === '' && cvc === '' && postal === '')
  row.classList.toggle(
    'complete',
    FIELDS.every((field) => isDone(state, field, today)),
  )
}

function isDone(state: CardState, field: CardInputName, today: Date): boolean {
  return (field === 'postal' && state.hidePostalCode) || cardProblemOf(state, field, today) === undefined
}

/** The width of each field beside the number, in em (see card-frame.css). */
const [EXPIRY_AND_CODE, POSTAL] = [7.4, 3.7]
const [WHOLE_NUMBER, ITS_PLACEHOLDER] = [15.4, 10.2]

/** Shortens the number if there is not enough room. */
export function fitInputs({ row, inputs }: View): void {
  const room = row.clientWidth / Number.parseFloat(getComputedStyle(row).fontSize)
  const rest = EXPIRY_AND_CODE + (inputs.postal.hidden ? 0 : POSTAL)
  row.classList.toggle('narrow', room < WHOLE_NUMBER + rest)
  row.classList.toggle('tiny', room < ITS_PLACEHOLDER + rest)
}

const PROPERTIES = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'iconColor',
  'letterSpacing',
  'lineHeight',
] as const

/** Turns the page's `style` option into custom properties for card-frame.css. */
export function applyOptions({ row, icon, inputs }: View, options: StripeCardElementOptions): void {
  const { base, complete, empty, invalid } = options.style ?? {}
  setProperties('base', base)
  setProperties('focus', base?.[':focus'])
  setProperties('placeholder', base?.['::placeholder'])
  setProperties('complete', complete)
  setProperties('empty', empty)
  setProperties('invalid', invalid)
  icon.hidden = options.hideIcon ?? false
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
