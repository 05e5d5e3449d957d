import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test("an Applet's author leads to all their published Applets", async ({ page, site }) => {
  await site.env.DB.exec(
    `insert into applets (name, brand_color, author_id, published_at, created_at, updated_at) ` +
      `values ('One too many for a page', '#225588', 'usr_author', 1, 1, 1)`,
  )
  await page.goto('/applets/star-to-sheet')
  await page.getByRole('link', { name: 'mira-lind' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'mira-lind' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'More Applets' }).click()
  await expect(cards.filter({ hasText: 'One too many for a page' })).toBeVisible()
  await page.getByRole('link', { name: 'Most popular' }).click()
  const popular = cards.first()
  await expect(popular).toContainText('Remember the umbrella')

  const path = (await popular.getByRole('link').getAttribute('href')) ?? ''
  await openAs(page, site, 'author@demo.test', path)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.waitForURL('**/my_applets')
  await page.context().clearCookies()
  await page.goto('/authors/mira-lind')
  await expect(popular).not.toContainText('Remember the umbrella')
})
