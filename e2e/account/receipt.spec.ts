import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

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
