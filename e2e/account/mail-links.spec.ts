import { expect, test } from '../testing/journey.ts'

test('the token of a mailed link leaves the address', async ({ page }) => {
  for (const path of ['/verify_email', '/password_reset', '/unsubscribe']) {
    await page.goto(`${path}?token=secret&from=mail`)
    await expect(page).toHaveURL(new RegExp(`${path}\\?from=mail$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('no request says that it comes from a mailed link', async ({ page }) => {
    const referrers: (string | null)[] = []
    page.on('request', (request) => void request.headerValue('referer').then((value) => referrers.push(value)))
    await page.goto('/password_reset?token=secret')
    await page.waitForLoadState('networkidle')
    expect(referrers.length).toBeGreaterThan(1)
    expect(referrers.filter((value) => value?.includes('secret'))).toEqual([])
  })
})
