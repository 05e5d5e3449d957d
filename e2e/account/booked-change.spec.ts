import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { DAY } from '../../worker/contract/shared/durations.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const BILLING = '/settings/billing'
const plan = (page: Page) => page.locator('.plan-section')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const fact = (page: Page, term: string) => page.locator('.facts > div').filter({ hasText: term }).locator('dd')
const flash = (page: Page, words: string) => page.locator('.flash-region .flash').filter({ hasText: words })

async function press(page: Page, name: string): Promise<void> {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change your plan' })

async function book(page: Page, choice: string | null, action: string): Promise<void> {
  const dialog = dialogOf(page)
  if (choice) await dialog.getByRole('radio', { name: choice }).check()
  const agree = dialog.getByRole('button', { name: action })
  await expect(agree).not.toHaveAttribute('aria-disabled', 'true')
  await agree.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

/** Moves Stripe's clock, and waits until the page shows this price. */
async function wait(page: Page, site: Stack, days: number, price: string): Promise<void> {
  site.standIns.stripe.emulator.control.later(days * DAY)
  await expect
    .poll(async () => {
      await page.goto(BILLING)
      return fact(page, 'Price').textContent()
    })
    .toBe(price)
  await waitForHydration(page)
}

test('Pro+ is booked down, kept, booked again, and becomes Pro', async ({ page, site }) => {
  await openAs(page, site, 'proplus@demo.test', BILLING)
  await expect(fact(page, 'Next charge')).toContainText('$99.99 on')
  await press(page, 'Change plan')
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: 'Pro, $34.99 a year' }).check()
  await expect(dialog).toContainText(/From \w+ \d+, \d+ you have Pro and pay \$34.99 a year/)
  await expect(dialog).toContainText(/None of your Applets is affected|will pause/)
  await expectNoAxeFindings(page, 'change of a plan', 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Change plan')).toBeFocused()

  await page.keyboard.press('Enter')
  await book(page, 'Pro, $34.99 a year', 'Change to Pro')
  await expect(flash(page, 'you have Pro and pay $34.99 a year.')).toBeVisible()
  await expect(plan(page)).toContainText(/From \w+ \d+, \d+ you have Pro and pay \$34.99 a year/)
  await expect(fact(page, 'Next charge')).toContainText('$34.99 on')
  await expectNoAxeFindings(page, 'billing with a booked change')
  // Booking and keeping share one button, which keeps the focus.
  await expect(button(page, 'Keep Pro+')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(flash(page, 'Pro+ continues.')).toBeVisible()
  await expect(fact(page, 'Next charge')).toContainText('$99.99 on')
  await expect(button(page, 'Change plan')).toBeFocused()

  await page.keyboard.press('Enter')
  await book(page, 'Pro, $34.99 a year', 'Change to Pro')
  await expect(plan(page)).toContainText('you have Pro and pay')
  await wait(page, site, 366, '$34.99 a year')
  await expect(page.getByRole('heading', { level: 2, name: 'Pro', exact: true })).toBeVisible()
  await expect(page.locator('.invoices tbody tr').first()).toContainText('$34.99')
  await expect(plan(page)).not.toContainText('you have Pro and pay')
})
