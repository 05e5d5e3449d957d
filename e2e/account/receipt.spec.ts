import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test('a refund is shown in the list and on the receipt', async ({ page, site }) => {
  const { store } = site.standIns.stripe.emulator
  const [charge] = store.all('charge', (each) => each.customer === 'cus_demo_pro' && each.paid)
  const refund = { charge: charge?.id ?? '', amount: '100' }
  const answer = await site.standIns.stripe.emulator.fetch(
    new Request('http://stripe.test/v1/refunds', {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_switchyard' },
      body: new URLSearchParams(refund),
    }),
  )
  expect(answer.status).toBe(200)
  await openAs(page, site, 'pro@demo.test', '/settings/billing')
  await expect(page.locator('.invoices')).toContainText('Partly refunded')
  await expect(page.locator('.invoices .reversal')).toContainText('$1.00 was refunded on')
  await expectNoAxeFindings(page)
  await page.locator('.invoices tbody tr').filter({ hasText: 'refunded' }).getByRole('link').click()
  await expect(page.locator('tfoot')).toContainText('Paid after refunds$2.49')
  await expectNoAxeFindings(page)
})

test('a receipt prints without the page around it', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/settings/billing')
  await page.locator('.invoices tbody a').first().click()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['.site-header', '.site-footer', '.invoice-page .ways']) {
    await expect(page.locator(part)).toBeHidden()
  }
  await expect(page.locator('.invoice-page')).toHaveCSS('padding-block-start', '0px')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  // Sums are said once, on the last sheet.
  await expect(page.locator('.invoice-page tfoot')).toHaveCSS('display', 'table-row-group')
  // A printer leaves grounds out, so a badge needs an edge.
  await expect(page.locator('.invoice-page .badge')).toHaveCSS('border-top-style', 'solid')
})
