import type {
  PaymentMethod,
  PaymentMethodCreateParams,
  PaymentMethodResult,
  StripeCardElementOptions,
} from '@stripe/stripe-js'
import { createStripeApiClient } from '../stripe-api-client.ts'
import type { Params } from '../form-body.ts'
import { listenToWindow, sendToWindow } from './frame-messages.ts'
import type { FromFrame, ToFrame } from './frame-messages.ts'
import { createInputs } from './card-inputs.ts'
import { describeCard, EMPTY_CARD, cardProblemOf, reduceCard, shownFields } from './card-state.ts'
import type { CardEvent, CardState, CardInputName } from './card-state.ts'
import { applyOptions, buildView, fitInputs, render } from './card-view.ts'

/** The URL names the origin of the framing page; messages go to and come from that origin only. */
const pageOrigin = decodeURIComponent(location.hash.slice(1))

const inputs = createInputs()
const view = buildView(inputs)
let state: CardState = EMPTY_CARD
let isReady = false
let told = ''

document.body.append(view.row)
for (const field of shownFields(EMPTY_CARD)) listenTo(field)
new ResizeObserver(measure).observe(view.row)
listenToWindow<ToFrame>(() => parent, pageOrigin, obey)
tell({ kind: 'loaded' })

function measure(): void {
  fitInputs(view)
  // Waits for the page's font, so that the height does not change twice.
  if (isReady) tell({ kind: 'resized', height: Math.ceil(view.row.getBoundingClientRect().height) })
}

function tell(message: FromFrame): void {
  sendToWindow(parent, pageOrigin, message)
}

function obey(message: ToFrame): void {
  switch (message.kind) {
    case 'options':
      return takeOptions(message.options)
    case 'focus':
      return (firstUnfinished() ?? inputs.number).focus()
    case 'blur':
      return shownFields(state).forEach((field) => inputs[field].blur())
    case 'clear':
      return dispatch({ type: 'cleared' })
    case 'createPaymentMethod':
      return void answer(message.request, message.key, message.params)
  }
}

function takeOptions(given: StripeCardElementOptions): void {
  applyOptions(view, given)
  dispatch({ type: 'postalCodeHidden', hidden: given.hidePostalCode ?? false })
  if (given.value?.postalCode) dispatch({ type: 'typed', field: 'postal', text: given.value.postalCode })
  if (!isReady) tell({ kind: 'ready' })
  isReady = true
  measure()
}

function dispatch(event: CardEvent, deleting?: CardInputName): void {
  state = reduceCard(state, event)
  render(view, state, new Date(), deleting)
  const change = describeCard(state, new Date())
  const summary = JSON.stringify([change, state.values])
  if (summary !== told && told !== '') tell({ kind: 'change', change })
  told = summary
}

function listenTo(field: CardInputName): void {
  const input = inputs[field]
  input.addEventListener('input', (event) => type(field, input.value, isDeletion(event)))
  input.addEventListener('keydown', (event) => pressKey(field, event))
  input.addEventListener('focus', (event) => event.relatedTarget === null && tell({ kind: 'focus' }))
  input.addEventListener('blur', (event) => {
    dispatch({ type: 'left', field })
    if (event.relatedTarget !== null) return
    view.row.scrollLeft = 0
    tell({ kind: 'blur' })
  })
}

/** Moves the focus to the next field once a field is complete. */
function type(field: CardInputName, text: string, deleting: boolean): void {
  const wasDone = cardProblemOf(state, field, new Date()) === undefined
  dispatch({ type: 'typed', field, text }, deleting ? field : undefined)
  const isDone = cardProblemOf(state, field, new Date()) === undefined
  if (isDone && !wasDone && document.activeElement === inputs[field]) neighbour(field, 1)?.focus()
}

function pressKey(field: CardInputName, event: KeyboardEvent): void {
  if (event.key === 'Enter') tell({ kind: 'entered' })
  if (event.key === 'Escape') tell({ kind: 'escape' })
  if (event.key === 'Backspace' && inputs[field].value === '') {
    event.preventDefault()
    neighbour(field, -1)?.focus()
  }
}

function neighbour(field: CardInputName, step: 1 | -1): HTMLInputElement | undefined {
  const fields = shownFields(state)
  const next = fields[fields.indexOf(field) + step]
  return next && inputs[next]
}

function firstUnfinished(): HTMLInputElement | undefined {
  const field = shownFields(state).find((each) => cardProblemOf(state, each, new Date()) !== undefined)
  return field && inputs[field]
}

function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
}

async function answer(request: number, key: string, params: Params): Promise<void> {
  tell({ kind: 'answer', request, result: await createPaymentMethod(key, params) })
}

async function createPaymentMethod(key: string, params: Params): Promise<PaymentMethodResult> {
  dispatch({ type: 'submitted' })
  const { error } = describeCard(state, new Date())
  if (error) {
    firstUnfinished()?.focus()
    return { error }
  }
  const api = createStripeApiClient(location.origin, key)
  const { number, expiry, cvc } = state.values
  const card = { number, exp_month: Number(expiry.slice(0, 2)), exp_year: 2000 + Number(expiry.slice(2)), cvc }
  const made = await api.post<PaymentMethod>('/v1/payment_methods', { type: 'card', ...withPostalCode(params), card })
  return made.error ? { error: made.error } : { paymentMethod: made.value }
}

/** The page's billing details with the customer's postal code. */
function withPostalCode(params: PaymentMethodCreateParams): Params {
  const { postal } = state.values
  const { billing_details: details } = params
  if (postal === '') return params
  return { ...params, billing_details: { ...details, address: { postal_code: postal, ...details?.address } } }
}
