import { row } from '../pages/create-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const SEARCH = /\/api\/steps\?/

test('steps are found by words, by service, or after more', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'free@demo.test', '/create')
  const { release } = await holdBack(page, SEARCH)
  await row(page, /^If/).click()
  await expect(page.locator('.step-search [aria-busy]')).toBeVisible()
  await expectAccessible(page)
  release()
  await test.step('“Show more” leads to the first step that it adds', async () => {
    const steps = page.getByRole('list', { name: 'Recent and popular' }).getByRole('button')
    await expect(steps).toHaveCount(8)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter')
    await expect(steps.nth(8)).toBeFocused()
  })
  await page.getByRole('searchbox').fill('zzzz')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await page.route(SEARCH, (route) => route.abort())
  await page.getByRole('searchbox').fill('yyyy')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()

  await test.step('browsing a service leads to its steps, and back to all', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/create?step=then.1')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Slack', exact: true }).press('Enter')
    const title = page.getByRole('heading', { level: 3, name: 'Slack' })
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport()
    await expect(page.getByRole('list', { name: 'Slack' }).getByRole('button')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 3, name: 'Recent and popular' })).toBeFocused()
  })
})
