import { SECRET_KEPT } from '../../worker/contract/applets/field-values.ts'
import { beginWithButton, chooseStep, expectSaved, row } from '../pages/create-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('a secret of a removed step is typed again after Undo', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginWithButton(page)
  await row(page, /^Then/).click()
  await chooseStep(page, 'web request', 'Make a web request Webhooks')
  const secret = page.getByLabel('Signing secret')
  await page.getByText('More options').click()
  await secret.fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  await page.keyboard.press('Tab')
  await expectSaved(page)
  await page.reload()
  await waitForHydration(page)
  await expect(secret).toHaveValue(SECRET_KEPT)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'its secret was not kept' })).toBeAttached()
  await expect(row(page, /^Then Make a web request Webhooks.*Secret not kept/)).toBeFocused()
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAccessibleDescription(/This secret was not kept\. Type it again\./)
  await expectNoAxeFindings(page, 'main')
  await secret.fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  await expect(secret).not.toHaveAttribute('aria-invalid')
  await expectSaved(page)
  await expect.poll(() => site.env.DB.prepare('select doc from drafts').first('doc')).toContain('"sealed:')
})
