import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openWithoutScript } from '../testing/open-without-script.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1444, height: 900 }

test('the keyboard alone finds an Applet, and Back returns', async ({ page, site }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, site, 'author@demo.test', '/my_applets')
  await expect(page.getByRole('heading', { name: /^Enabled/ })).toBeVisible()
  await test.step('an Applet of the list says what it does when asked', async () => {
    const first = page.locator('.my-applet').first()
    await first.getByText('What it does').click()
    await expect(first.getByRole('listitem')).not.toHaveCount(0)
    await expectNoAxeFindings(page, 'my Applets with one unfolded', 'main')
  })

  const search = page.getByRole('searchbox', { name: 'Search my Applets' })
  await search.focus()
  await page.keyboard.type('google sheets star')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/my_applets?q=google+sheets+star*')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: /Applets? found/ })).toBeVisible()
  await expect(search).toHaveValue('google sheets star')
  await expect(search).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await expectNoAxeFindings(page, 'my Applets that were found', 'main')

  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Service')).toBeFocused()
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Created by me' }).press('Enter')
  await page.waitForURL('**status=created')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/my_applets$/)
  await expect(page.getByRole('heading', { name: /^Enabled/ })).toBeVisible()
  await expect(search).toHaveValue('')

  await page.setViewportSize(DESKTOP)
  await page.goto('/my_applets?q=no+such+words&sort=name')
  await expectNoAxeFindings(page, 'my Applets without a result', 'main')
  await page.getByRole('link', { name: 'Show all my Applets' }).press('Enter')
  await expect(page).toHaveURL(/\/my_applets$/)

  const withoutScript = await openWithoutScript(page, '/my_applets')
  await withoutScript.getByLabel('Service').selectOption('Home Assistant')
  await withoutScript.getByRole('button', { name: 'Search' }).click()
  await withoutScript.waitForURL('**service=home_assistant**')
  await expect(withoutScript.getByRole('heading', { name: /Applets? found/ })).toBeVisible()
  await withoutScript.context().close()
})
