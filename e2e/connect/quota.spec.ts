import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { expectModal, modal } from '../pages/upgrade-modal-page.ts'

test('on the free plan the third Applet is refused before anything is connected, with the reason (§6, §D3.3)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'trialused@demo.test')
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await expectModal(page, "You've used all your Applets")
  await page.goto('/my_applets')
  await expect(page.getByText('2 of 2')).toBeVisible()
})

test('at the last slot two tabs press Connect: exactly one Applet is enabled', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=octoforge&c[]=sheetly&return_to=/my_applets')
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/my_applets')
  const other = await context.newPage()
  await page.goto('/applets/star-to-sheet')
  await other.goto('/applets/sunset-lights')
  await Promise.all([mainButton(page).click(), mainButton(other).click()])
  await expect
    .poll(async () => {
      const rows = await site.env.DB.prepare(
        "select count(*) as enabled from enablements where user_id = (select id from users where email = 'free@demo.test') and status = 'enabled'",
      ).first<{ enabled: number }>()
      return rows?.enabled
    })
    .toBe(2)
  await expect
    .poll(async () => (await Promise.all([page, other].map((tab) => modal(tab).count()))).toSorted())
    .toEqual([0, 1])
})
