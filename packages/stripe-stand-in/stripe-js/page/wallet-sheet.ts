import type { ClickResolveDetails, LineItem } from '@stripe/stripe-js'
import { build, shadowHost } from './build-element.ts'
import css from './overlay.css?inline'
import { formatMoney } from './format-money.ts'
import { WALLET_CARDS } from './wallet-cards.ts'

type SheetContent = {
  title: string
  amount: number
  currency: string
  lineItems: readonly LineItem[]
  applePay: ClickResolveDetails['applePay']
}

export type Sheet = { failed(message: string): void; close(): void }

type Listeners = { pay(cardNumber: string): void; cancel(): void }

/** The sheet that a browser or phone would show, in the top layer because no page can cover it. */
export function openSheet(content: SheetContent, { pay, cancel }: Listeners): Sheet {
  const card = build('select', { id: 'card' }, ...WALLET_CARDS.map(({ number, label }) => new Option(label, number)))
  const status = build('p', { class: 'status', role: 'status' })
  const payButton = build('button', { type: 'submit', class: 'primary' }, 'Pay')
  const cancelButton = build('button', { type: 'button' }, 'Cancel')
  const form = build(
    'form',
    {},
    build('h1', { id: 'title' }, content.title),
    lineList(content),
    ...recurringNote(content),
    build('label', { for: 'card' }, 'Card'),
    card,
    status,
    build('div', { class: 'buttons' }, payButton, cancelButton),
  )
  const dialog = build('dialog', { class: 'box', 'aria-labelledby': 'title' }, form)
  const host = shadowHost(css, dialog)
  host.dataset.stripeStandIn = 'wallet'

  function busy(is: boolean): void {
    for (const control of [card, payButton, cancelButton]) control.disabled = is
  }
  function close(): void {
    dialog.close()
    host.remove()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    busy(true)
    status.textContent = 'Processing…'
    pay(card.value)
  })
  cancelButton.addEventListener('click', () => {
    close()
    cancel()
  })
  dialog.addEventListener('keydown', (event) => event.stopPropagation())
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!cancelButton.disabled) cancelButton.click()
  })
  document.body.append(host)
  dialog.showModal()
  payButton.focus()
  return {
    failed: (message) => {
      busy(false)
      status.textContent = message
      payButton.focus()
    },
    close,
  }
}

function lineList({ lineItems, amount, currency }: SheetContent): HTMLElement {
  const line = (name: string, cents: number, className: string) =>
    build('div', { class: className }, build('dt', {}, name), build('dd', {}, formatMoney(cents, currency)))
  return build(
    'dl',
    {},
    ...lineItems.map(({ name, amount: cents }) => line(name, cents, 'line')),
    line('Total', amount, 'total'),
  )
}

/** Apple's note on a subscription: its description, and the price after the trial. */
function recurringNote({ applePay, currency }: SheetContent): HTMLElement[] {
  const recurring = applePay?.recurringPaymentRequest
  if (!recurring) return []
  const { amount, label, recurringPaymentIntervalUnit: unit = 'month' } = recurring.regularBilling
  const regular = `${label}: ${formatMoney(amount, currency)} per ${unit}`
  return [build('p', { class: 'note' }, `${recurring.paymentDescription}. ${regular}.`)]
}
