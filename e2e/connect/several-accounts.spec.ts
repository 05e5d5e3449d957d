import { consent } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const SAID = 'Several accounts need Pro+. Disconnect the other one first, or upgrade.'

// §6-02
test('on the free plan a second account of a service is refused', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const again = '/activate?c[]=sheetly&return_to=/settings/connections&reconnect=1'
  await page.goto(again)
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/settings/connections')
  await page.goto(again)
  await page.getByText('work@sheetly.test').click()
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL(/\/settings\/connections/)
  await expect(page.getByRole('alert')).toContainText(SAID)
  await expect(page).toHaveURL(/\/settings\/connections$/)
  await expect(page.getByText('ada@sheetly.test')).toBeVisible()
  await expect(page.getByText('work@sheetly.test')).toHaveCount(0)
})

test('an address with two accounts explains what they need', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  const answer = await page.goto('/activate?c[]=sheetly&c[]=sheetly&return_to=/applets/two-mailboxes')
  expect(answer?.status()).toBe(403)
  await expect(page.getByText('Several accounts need Pro+')).toBeVisible()
  await page.getByRole('link', { name: 'Compare plans' }).click()
  await page.waitForURL(/\/plans\?reason=multi_service_account&plan=pro$/)
  await expect(page.getByText('Several accounts need Pro+')).toBeVisible()
})
