import { expect, test } from 'vitest'
import type { Objects } from '../../../packages/stripe-stand-in/index.ts'
import { INVOICES_A_PAGE } from '../../contract/billing/billing-overview.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { aSubscriber, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { listInvoices } from '../overview/list-invoices.ts'
import { readBilling } from '../overview/read-billing.ts'
import { readInvoice } from '../overview/read-invoice.ts'

/** The customer's successful charge, the newest first. */
function chargeOf({ shop, customer }: Subscriber, nth = 0): string {
  const charges = shop.emulator.store.all('charge', (each) => each.customer === customer && each.paid)
  return charges[nth]?.id ?? ''
}

async function refund(world: Subscriber, amount?: number, nth = 0) {
  return world.shop.stripe.refunds.create({ charge: chargeOf(world, nth), ...(amount && { amount }) })
}

/** Reads the newest invoice's reversals in the list and on the receipt; both must agree. */
async function reversals({ ctx }: Subscriber) {
  const [row] = (await readBilling(ctx)).invoices
  const receipt = await readInvoice(ctx, row?.id ?? '')
  expect(receipt.reversals).toEqual(row?.reversals)
  return receipt.reversals.map(({ state, amount, at }) => ({ state, amount, at }))
}

function disputeWith({ shop: { emulator } }: Subscriber, status: Objects['dispute']['status']): void {
  for (const dispute of emulator.store.all('dispute')) emulator.store.put('dispute', { ...dispute, status })
}

test('shows each refund with its amount and day, oldest first', async () => {
  const world = await aSubscriber()
  expect(await reversals(world)).toEqual([])
  const paid = world.ctx.now()
  await refund(world, 100)
  const later = await pass(world, DAY)
  await refund(later)
  expect(await reversals(later)).toEqual([
    { state: 'refunded', amount: 100, at: paid },
    { state: 'refunded', amount: 249, at: paid + DAY },
  ])
})

test.each([
  ['pending', [{ state: 'refund_pending', amount: 349 }]],
  ['requires_action', [{ state: 'refund_pending', amount: 349 }]],
  ['failed', []],
  ['canceled', []],
] as const)('reads a refund that is %s', async (status, expected) => {
  const world = await aSubscriber()
  const { id } = await refund(world)
  const { store } = world.shop.emulator
  store.put('refund', { ...store.require('refund', id), status })
  expect(await reversals(world)).toMatchObject(expected)
})

test.each([
  ['needs_response', [{ state: 'disputed', amount: 349 }]],
  ['under_review', [{ state: 'disputed', amount: 349 }]],
  ['won', [{ state: 'dispute_won', amount: 349 }]],
  ['lost', [{ state: 'dispute_lost', amount: 349 }]],
  ['warning_needs_response', []],
  ['prevented', []],
] as const)('reads a dispute that is %s', async (status, expected) => {
  const world = await aSubscriber({ card: 'disputes' })
  disputeWith(world, status)
  expect(await reversals(world)).toMatchObject(expected)
})

test('shows a refund at its own invoice, on older pages too', async () => {
  let world = await aSubscriber()
  for (let month = 0; month < INVOICES_A_PAGE + 1; month++) world = await pass(world, 31 * DAY)
  const charges = world.shop.emulator.store.all('charge', (each) => each.paid)
  await refund(world, 100, charges.length - 1)
  const first = await readBilling(world.ctx)
  expect(first.invoices.flatMap((each) => each.reversals)).toEqual([])
  const { invoices } = await listInvoices(world.ctx, first.invoices.at(-1)?.id)
  expect(invoices.at(-1)?.reversals).toMatchObject([{ state: 'refunded', amount: 100 }])
  expect(invoices.slice(0, -1).flatMap((each) => each.reversals)).toEqual([])
})

test('asks once for the charges of a whole page', async () => {
  let world = await aSubscriber()
  for (let month = 0; month < 3; month++) world = await pass(world, 31 * DAY)
  const { control } = world.shop.emulator
  const before = control.calls().length
  await listInvoices(world.ctx, undefined)
  expect(
    control
      .calls()
      .slice(before)
      .map(({ path }) => path),
  ).toEqual(['/v1/invoices', '/v1/charges'])
})
