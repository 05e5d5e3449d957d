import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import type { Billing } from '../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../worker/contract/billing/price-format.ts'
import { HOUR } from '../../worker/contract/shared/durations.ts'
import { apiClient } from '../testing/api-client.ts'
import { askStripe } from '../testing/ask-stripe.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const BILLING = '/settings/billing'
const EMAIL = 'pro@demo.test'

const money = (cents: number) => formatPrice(cents, 'usd')
const day = (at: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at)

type List<T> = { data: T[] }
type StripeInvoice = { id: string; number: string; total: number; amount_due: number; amount_paid: number }
const CUSTOMER = 'cus_demo_pro'
const balanceOf = async (site: Stack) => (await askStripe<{ balance: number }>(site, `customers/${CUSTOMER}`)).balance
const listOf = async <T>(site: Stack, what: string) =>
  (await askStripe<List<T>>(site, `${what}?customer=${CUSTOMER}&limit=100`)).data

/** Moves Stripe's clock past the end of the paid period, when it renews or ends, and waits until D1 knows. */
async function passPeriod(site: Stack, billing: () => Promise<Billing>): Promise<Billing> {
  const before = (await billing()).plan?.current_period_end ?? 0
  const { store, control } = site.standIns.stripe.emulator
  control.later(before - store.now() * 1000 + 2 * HOUR)
  await expect.poll(async () => (await billing()).plan?.current_period_end ?? null).not.toBe(before)
  return billing()
}

/** The mail whose link leads to this receipt, once it has come. */
async function receiptMail(site: Stack, invoice: string) {
  const find = () =>
    site.standIns.outbox.mails().find(({ to, text }) => to === EMAIL && text.includes(`/invoices/${invoice}`))
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  const mail = find()
  if (!mail) throw new Error('The mail has gone.')
  return mail
}

/** Once an interval could be changed at any time: a year that Stripe changes back to months leaves credit. */
async function switchTwice(page: Page, site: Stack): Promise<void> {
  const { store } = site.standIns.stripe.emulator
  for (const price of ['price_intermediate_pro_year', 'price_intermediate_pro_month']) {
    const item = store.require('subscription', 'sub_demo_pro').items.data[0]?.id ?? ''
    const changed = { 'items[0][id]': item, 'items[0][price]': price, proration_behavior: 'always_invoice' }
    await askStripe(site, 'subscriptions/sub_demo_pro', changed)
  }
  // Enough is left for three months, the last of them in part.
  const spent = { amount: String(-(await balanceOf(site)) - 900), currency: 'usd' }
  await askStripe(site, `customers/${CUSTOMER}/balance_transactions`, spent)
  await openAs(page, site, EMAIL, BILLING)
  await expect(page.locator('.credit-section')).toBeVisible()
  await expectNoAxeFindings(page, 'billing with credit')
}

test('credit of a year pays month by month, as shown', async ({ page, site }) => {
  test.setTimeout(240_000)
  await switchTwice(page, site)
  const said = (await page.locator('.credit-section').textContent()) ?? ''
  const api = await apiClient(site, EMAIL)
  const billing = () => api<Billing>('GET', '/billing')
  const first = await billing()
  const card = first.next_charge?.card
  if (!card) throw new Error('There is no credit.')
  expect(said).toContain(`You have ${money(-(await balanceOf(site)))} of credit.`)
  expect(said).toContain(`It pays your next ${card.covered} payments.`)
  expect(said).toContain(`On ${day(card.at)} your card is charged ${money(card.amount)}, then $3.49 a month.`)
  const charges = (await listOf(site, 'charges')).length
  for (let month = 0; month <= card.covered; month++) {
    const expected = (await billing()).next_charge
    const before = await balanceOf(site)
    await passPeriod(site, billing)
    const [invoice] = await listOf<StripeInvoice>(site, 'invoices')
    const used = (await balanceOf(site)) - before
    expect(invoice).toMatchObject({ total: 349, amount_due: 349 - used, amount_paid: 349 - used })
    expect(expected).toMatchObject({ amount: 349 - used, credit: used })
    const mail = await receiptMail(site, invoice?.id ?? '')
    const charged = 349 - used
    expect(mail.subject).toBe(
      charged > 0
        ? `Your receipt from Switchyard: ${money(charged)}`
        : 'Your statement from Switchyard for Switchyard Pro',
    )
    expect(mail.text).toContain(
      charged > 0
        ? `The total was $3.49, and your credit paid ${money(used)} of it.`
        : 'Your credit paid $3.49 for Switchyard Pro on',
    )
    await page.goto(BILLING)
    const row = page.locator('.invoices tbody tr').first()
    await expect(row).toContainText(invoice?.number ?? '')
    await expect(row).toContainText('$3.49')
    const left = await balanceOf(site)
    if (left < 0) await expect(page.locator('.credit-section')).toContainText(`You have ${money(-left)} of credit.`)
    else await expect(page.locator('.credit-section')).toHaveCount(0)
    await row.getByRole('link').click()
    await expect(page.locator('tfoot')).toContainText(`From your credit${money(-used)}`)
    if (charged > 0) await expect(page.locator('tfoot')).toContainText(`Paid${money(charged)}`)
    else await expect(page.locator('tfoot')).not.toContainText('$0.00')
  }
  const paid = await listOf<{ amount: number; created: number }>(site, 'charges')
  expect(paid).toHaveLength(charges + 1)
  expect(paid[0]?.amount).toBe(card.amount)
  // Stripe charges an hour after the period's end, which may be the next day.
  const late = (paid[0]?.created ?? 0) * 1000 - card.at
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(3 * HOUR)
  expect(await balanceOf(site)).toBe(0)
})
