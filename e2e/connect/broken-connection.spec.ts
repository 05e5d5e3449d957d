import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test('a token revoked at the service is noticed, said, and repaired (§4.10, §D3.5)', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=parley&return_to=/settings/connections')
  await consent(page, 'parley', 'Allow')
  await expect(page.getByText('ada@parley.test')).toBeVisible()

  site.standIns.services.control.revokeAll('parley')
  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByText('This connection no longer works').first()).toBeVisible()
  await page.goto('/settings/connections')
  await page
    .getByRole('link', { name: /Reconnect/ })
    .first()
    .click()
  await consent(page, 'parley', 'Allow')
  await page.waitForURL('**/settings/connections')
  await expect(page.getByRole('link', { name: /Reconnect/ })).toHaveCount(0)
  await page.goto('/applets/feed-to-chat')
  await expect(mainButton(page)).toHaveText(/^Connect/)
})

// §1-11 §D3.1-20
test('disconnecting asks first, names what stops, and is done ', async ({ page, site }) => {
  await site.env.DB.prepare("update enablements set status = 'enabled' where user_id = 'usr_free'").run()
  await openAs(page, site, 'free@demo.test', '/settings/connections')
  const account = page.getByText('ada@lumen.test')
  await page.getByRole('button', { name: 'Disconnect ada@lumen.test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Lumen?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Turn your lights on after sunset'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(account).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect ada@lumen.test' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Lumen (ada@lumen.test) is disconnected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect ada@lumen.test' })).toHaveCount(0)
  await page.reload()
  await expect(account).toHaveCount(0)
})
