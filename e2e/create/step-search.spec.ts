import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test.use({ viewport: { width: 320, height: 640 } })

test('browsing a service leads to its steps, and back to all', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create?step=then.1')
  await page.getByRole('button', { name: 'Slack', exact: true }).press('Enter')
  const title = page.getByRole('heading', { level: 3, name: 'Slack' })
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Slack' }).getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: 'Recent and popular' })).toBeFocused()
})

test('“Show more” leads to the first step that it adds', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create?step=if')
  const steps = page.getByRole('list', { name: 'Recent and popular' }).getByRole('button')
  await expect(steps).toHaveCount(8)
  await page.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter')
  await expect(steps.nth(8)).toBeFocused()
})
