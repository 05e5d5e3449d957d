import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { consent } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'

const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const makeAddress = (page: Page) => page.getByRole('button', { name: 'Make an address' })
const address = (page: Page) => page.getByRole('textbox', { name: 'Your address' })

/** Chooses Robin at Demo ID. */
async function answerAsRobin(page: Page, decision: 'allow' | 'deny' = 'allow'): Promise<void> {
  await page.waitForURL(/demo-id\/oauth\/authorize/)
  await page.getByLabel(/robin/).check()
  await consent(page, 'demo-id', decision)
}

test('a user joins, confirms and signs in at Demo ID', async ({ page, context, site }) => {
  const continueWithDemoId = page.getByRole('link', { name: 'Continue with Demo ID' })
  await page.goto('/join?return_to=/applets/star-to-sheet')
  await test.step('denying shows the reason once and keeps where to return', async () => {
    await continueWithDemoId.click()
    await answerAsRobin(page, 'deny')
    const refused = 'You did not sign in with Demo ID.'
    await expect(page.locator('.sign-in-with')).toContainText(`${refused} Nothing has changed.`)
    await expect(page).toHaveURL(/\?return_to=%2Fapplets%2Fstar-to-sheet$/)
    await page.reload()
    await expect(page.getByText(refused)).toHaveCount(0)
  })
  await continueWithDemoId.click()
  await answerAsRobin(page)
  await page.waitForURL(/\/applets\/star-to-sheet$/)
  await page.goto('/settings')
  await expect(page.getByRole('main').getByText('robin', { exact: true })).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await test.step('a user without a password confirms by mail', async () => {
    await makeAddress(page).click()
    await proof(page).getByRole('button', { name: 'Email me a link' }).click()
    const link = await linkInMail(site, 'robin@example.test', '/confirm_identity')
    await proof(page).getByRole('button', { name: 'I have opened the link' }).click()
    await expect(proof(page).getByText('You have not opened the link yet.')).toBeVisible()
    const other = await context.newPage()
    await other.goto(link)
    await other.getByRole('button', { name: 'Yes, it is me' }).click()
    await expect(other.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expectNoAxeFindings(other, 'identity that is confirmed')
    await proof(page).getByRole('button', { name: 'I have opened the link' }).click()
    await expect(address(page)).toBeVisible()
  })
  await test.step('or at Demo ID, which leads back', async () => {
    await site.env.DB.exec('update sessions set proved_at = 0')
    await page.reload()
    await page.getByRole('button', { name: 'Show: Your address' }).click()
    await proof(page).getByRole('link', { name: 'Continue with Demo ID' }).click()
    await answerAsRobin(page)
    await page.waitForURL('**/settings')
    await expect(page.getByText('Thank you. You can now do what you wanted to do.')).toBeVisible()
    await expect(address(page)).toHaveValue(/\/with\/key\//)
  })
  await waitForHydration(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login')
  await continueWithDemoId.click()
  await answerAsRobin(page)
  await page.waitForURL('**/my_applets')
})
