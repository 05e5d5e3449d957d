import { expectSaved, textField } from '../pages/create-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('an author’s own values are there when they turn it on', async ({ page, site }) => {
  await site.env.DB.prepare(
    `update applet_versions set doc = json_set(doc, '$.steps[1].fields', json('{}'), '$.steps[1].user_fields', json('{"message":null}'))
     where applet_id = (select id from applets where friendly_id = 'button-to-notification')`,
  ).run()
  await openAs(page, site, 'author@demo.test', '/applets/button-to-notification')
  await page.getByRole('button', { name: 'Connect Button' }).click()
  await page.waitForURL(/\/create\?applet_id=/)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: "Message can't be empty." }).click()
  await expect(textField(page, 'Message')).toBeFocused()
  await page.keyboard.type('For me alone')
  await expectSaved(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/applets/button-to-notification')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connected' })).toBeVisible()
  const own = await site.env.DB.prepare("select fields from enablements where user_id = 'usr_author'").first('fields')
  expect(own).toBe('{"1.message":"For me alone"}')
})
