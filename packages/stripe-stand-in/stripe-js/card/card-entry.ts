import type { PaymentMethod, PaymentMethodResult, StripeCardElementOptions } from '@stripe/stripe-js'
import { createStripeApiClient } from '../stripe-api-client.ts'
import type { Params } from '../form-body.ts'
import { listenToWindow, sendToWindow } from './frame-messages.ts'
import type { FromFrame, ToFrame } from './frame-messages.ts'
import { createInputs } from './card-inputs.ts'
import { describeCard, EMPTY_CARD, cardProblemOf, FIELDS, reduceCard } from './card-state.ts'
import type { CardEvent, CardState, CardInputName } from './card-state.ts'
import { applyOptions, buildView, fitInputs, render } from './card-view.ts'

/** The URL names the origin of the framing page; messages go to and come from that origin only. */
const pageOrigin = decodeURIComponent(location.hash.slice(1))

const inputs = createInputs()
const view = buildView(inputs)
let state: CardState = EMPTY_CARD
let isReady = false
let told = summary()

render(view, state, new Date())
document.body.append(view.row)
for (const field of FIELDS) listenTo(field)
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
    case 'createPaymentMethod':
      return void answer(message.request, message.key, message.params)
  }
}

function takeOptions(given: StripeCardElementOptions): void {
  applyOptions(view, given)
  if (!isReady) tell({ kind: 'ready' })
  isReady = true
  measure()
}

function dispatch(event: CardEvent, deleting?: CardInputName): void {
  state = reduceCard(state, event)
  render(view, state, new Date(), deleting)
  if (summary() !== told) tell({ kind: 'change', change: describeCard(state, new Date()) })
  told = summary()
}

function summary(): string {
  return JSON.stringify([describeCard(state, new Date()), state.values])
}

function listenTo(field: CardInputName): void {
  const input = inputs[field]
  input.addEventListener('input', (event) => type(field, input.value, isDeletion(event)))
  input.addEventListener('keydown', (event) => pressKey(field, event))
  input.addEventListener('blur', (event) => {
    dispatch({ type: 'left', field })
    if (event.relatedTarget === null) view.row.scrollLeft = 0
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
  const next = FIELDS[FIELDS.indexOf(field) + step]
  return next && inputs[next]
}

function firstUnfinished(): HTMLInputElement | undefined {
  const field = FIELDS.find((each) => cardProblemOf(state, each, new Date()) !== undefined)
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
  const made = await api.post<PaymentMethod>('/v1/payment_methods', { type: 'card', ...params, card })
  return made.error ? { error: made.error } : { paymentMethod: made.value }
}
