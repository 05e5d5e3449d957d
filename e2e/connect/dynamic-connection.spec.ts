import { mainButton } from '../pages/connect-page.ts'
import { consent } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §4.10-09
test('a connection that another tab created is taken over', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=homebase&return_to=/connections/home-hub')
  await consent(page, 'homebase', 'Allow')
  await page.waitForURL('**/connections/home-hub')
  const stale = await context.newPage()
  await stale.goto('/connections/home-hub')
  await expect(mainButton(stale)).toHaveText(/Connect/)
  // Keeps this tab from reloading its state when it comes to the front.
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
  await expect(mainButton(stale)).toHaveText('Connected')
})

test('the server reports an existing connection before a second connect', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await page.goto('/my_applets')
  const answer = await page.evaluate(async () => (await fetch('/api/applets/home-hub/connection_check')).json())
  expect(answer.connection_already_exists.message).toBeTruthy()
  await page.goto('/connections/home-hub')
  await expect(mainButton(page)).toHaveText(/Connected/)
})
