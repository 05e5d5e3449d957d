import type { Page } from '@playwright/test'
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

async function book(page: Page): Promise<void> {
  await press(page, 'Change to Pro')
  const dialog = page.getByRole('dialog', { name: 'Change to Pro?' })
  const agree = dialog.getByRole('button', { name: 'Change to Pro' })
  await expect(agree).not.toHaveAttribute('aria-disabled', 'true')
  await agree.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

// §D21-13
test('Pro+ is booked down, kept, booked again, and becomes Pro', async ({ page, site }) => {
  await openAs(page, site, 'proplus@demo.test', BILLING)
  await expect(fact(page, 'Next charge')).toContainText('$99.99 on')
  await press(page, 'Change to Pro')
  const dialog = page.getByRole('dialog', { name: 'Change to Pro?' })
  await expect(dialog).toContainText('From then on you have Pro for $34.99 a year')
  await expect(dialog).toContainText(/None of your Applets is affected|will pause/)
  await expectNoAxeFindings(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Change to Pro')).toBeFocused()

  await book(page)
  await expect(flash(page, 'Your plan changes to Pro on')).toBeVisible()
  await expect(plan(page)).toContainText(/Your plan changes to Pro on \w+ \d+, \d+, at \$34.99 a year/)
  await expect(fact(page, 'Next charge')).toContainText('$34.99 on')
  await expectNoAxeFindings(page)
  // Booking and keeping share one button, which keeps the focus.
  await expect(button(page, 'Keep Pro+')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(flash(page, 'Pro+ continues.')).toBeVisible()
  await expect(fact(page, 'Next charge')).toContainText('$99.99 on')
  await expect(button(page, 'Change to Pro')).toBeFocused()

  await book(page)
  await expect(plan(page)).toContainText('Your plan changes to Pro on')
  site.standIns.stripe.emulator.control.later(366 * DAY)
  await expect
    .poll(async () => {
      await page.goto(BILLING)
      return page.getByRole('heading', { level: 2 }).first().textContent()
    })
    .toMatch(/^Pro\s*$/)
  await waitForHydration(page)
  await expect(fact(page, 'Price')).toHaveText('$34.99 a year')
  await expect(page.locator('.invoices tbody tr').first()).toContainText('$34.99')
  await expect(plan(page)).not.toContainText('Your plan changes')
})

test('names the Applets that Pro pauses before it is booked', async ({ page, site }) => {
  await site.env.DB.prepare(`update applets set filter_code = 'skip()' where id = 1`).run()
  const now = Date.now()
  await site.env.DB.prepare(
    `insert or ignore into enablements (id, user_id, applet_id, status, created_at, updated_at) values ('ena_d1', 'usr_proplus', 1, 'enabled', ?, ?)`,
  )
    .bind(now, now)
    .run()
  const applet = await site.env.DB.prepare('select name from applets where id = 1').first<{ name: string }>()
  await openAs(page, site, 'proplus@demo.test', BILLING)
  await button(page, 'Change to Pro').click()
  const dialog = page.getByRole('dialog', { name: 'Change to Pro?' })
  await expect(dialog.getByRole('listitem').filter({ hasText: applet?.name ?? 'no Applet' })).toBeVisible()
  await expect(dialog).toContainText('Nothing is deleted.')
  await dialog.getByRole('button', { name: 'Keep Pro+' }).click()
  await expect(fact(page, 'Next charge')).toContainText('$99.99 on')
})
