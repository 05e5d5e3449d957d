import { row, stepSearch } from '../pages/create-page.ts'
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
  await expectAccessible(page, 'steps that load')
  release()
  await test.step('“Show more” leads to the next step, and keys move on', async () => {
    const steps = page.getByRole('listbox', { name: 'Recent and popular' }).getByRole('option')
    await expect(steps).toHaveCount(8)
    await expectAccessible(page, 'steps to choose from')
    await page.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter')
    await expect(page.getByRole('listbox', { name: 'Recent and popular' })).toBeFocused()
    await expect(steps.nth(8)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(steps.nth(7)).toHaveAttribute('aria-selected', 'true')
  })
  await test.step('the list is called what it is while words are searched', async () => {
    const search = await holdBack(page, SEARCH)
    await stepSearch(page).fill('zzzz')
    await expect(page.getByText('Searching…')).toBeVisible()
    await expect(page.getByRole('listbox')).toHaveAccessibleName('Recent and popular')
    search.release()
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Found', exact: true })).toBeVisible()
  })
  await expectAccessible(page, 'steps not found')
  await page.unrouteAll()
  await page.route(SEARCH, (route) => route.abort())
  await stepSearch(page).fill('yyyy')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page, 'steps that did not load')
  await page.unrouteAll()

  await test.step('browsing a service leads to its steps, and back to all', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/create?step=then.1')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Slack', exact: true }).press('Enter')
    const title = page.getByRole('heading', { level: 3, name: 'Slack' })
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport()
    await expect(page.getByRole('listbox', { name: 'Slack' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 3, name: 'Recent and popular' })).toBeFocused()
  })

  await test.step('Esc clears, and Enter does not wait for the answer', async () => {
    await stepSearch(page).fill('a message')
    await stepSearch(page).press('Escape')
    await expect(stepSearch(page)).toHaveValue('')
    await stepSearch(page).pressSequentially('web request')
    await stepSearch(page).press('Enter')
    await expect(row(page, /^Then Make a web request/)).toBeFocused()
  })
})
