import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test('the plans page shows a student the price that checkout asks', async ({ page, site }) => {
  await openAs(page, site, 'student@demo.test', '/plans')
  const pro = page.getByRole('region', { name: 'Pro', exact: true })
  await expect(pro).toContainText('$19.99 a year')
  await expect(pro).toContainText('Your student price')
  await expect(pro).not.toContainText('$34.99')
  await expectNoAxeFindings(page)
  await page.goto('/subscribe/pro')
  await expect(page.getByRole('main')).toContainText('$19.99')
})
