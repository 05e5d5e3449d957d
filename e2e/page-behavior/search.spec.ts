import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const STAR = 'a[href="/applets/star-to-sheet"]'

test('a visitor finds a trigger and what it tells', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('link', { name: 'All services by category' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Developer tools' })).toBeVisible()
  await page.getByRole('searchbox').fill('published rel')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: /New release/ }).click()
  await expect(page).toHaveURL(/\/github\/triggers\/new_release$/)
  await expect(page.getByRole('row', { name: /GitHub\.newRelease\.ReleaseUrl/ })).toBeVisible()
})

test('an Applet is found by its new name', async ({ page, browser, site }) => {
  await openAs(page, site, 'author@demo.test', '/applets/star-to-sheet')
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  await dialog.getByLabel('Name').fill('Zebra crossing')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The new name is saved.')).toBeVisible()

  const visitor = await browser.newPage()
  // Another address each time, because the edge keeps a search for a minute.
  let tries = 0
  const isFound = async (word: string) => {
    await visitor.goto(`${site.origin}/explore?q=${word}${'+'.repeat(++tries)}`)
    return visitor.locator(STAR).isVisible()
  }
  await expect.poll(() => isFound('zebra')).toBe(true)
  expect(await isFound('keep+every')).toBe(false)
  await visitor.close()
})
