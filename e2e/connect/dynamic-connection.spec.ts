import { mainButton } from '../pages/connect-page.ts'
import { consent } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §8-27
test('a dynamic connection that already exists in another tab is said, and the button is itself again (§8)', async ({
  page,
  context,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=homebase&return_to=/connections/home-hub')
  await consent(page, 'homebase', 'Allow')
  await page.waitForURL('**/connections/home-hub')
  const stale = await context.newPage()
  await stale.goto('/connections/home-hub')
  await expect(mainButton(stale)).toHaveText(/Connect/)
  // The other tab must not hear of it by coming to the front: it stays where it is.
  await stale.evaluate(() => {
    for (const type of ['visibilitychange', 'focus', 'pageshow'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), true)
  })
  const created = await page.evaluate(async () => {
    const { csrf_token } = await (await fetch('/api/csrf_token')).json()
    const headers = {
      'content-type': 'application/json',
      'x-csrf-token': csrf_token,
      'x-requested-with': 'XMLHttpRequest',
    }
    return (await fetch('/api/applets', { method: 'POST', headers, body: JSON.stringify({ id: 'home-hub' }) })).status
  })
  expect(created).toBe(201)
  await mainButton(stale).click()
  await expect(stale.getByRole('alert')).toContainText('already')
})

test('pro@demo.test already has Home Hub: the server says so to a second connect (§7 Dynamic config check)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'pro@demo.test')
  await page.goto('/my_applets')
  const answer = await page.evaluate(async () => (await fetch('/api/applets/home-hub/connection_check')).json())
  expect(answer.connection_already_exists.message).toBeTruthy()
  await page.goto('/connections/home-hub')
  await expect(mainButton(page)).toHaveText(/Connected/)
})
