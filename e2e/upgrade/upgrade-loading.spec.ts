import { PAYER, waitForCardField } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'

const CHUNK = /\/assets\/upgrade-modal-[\w-]{8}\.js/

test('the modal loads when pointer or focus comes near its button', async ({ page, site }) => {
  const loads: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loads.push(request.url())))
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(`${response.url()}\n${await response.text().catch(() => '')}`)
  })
  // A lazy part's list of its files names what it would load; "stripe" is who bills a plan, which any page may know.
  const codeOf = (text: string) => text.replaceAll(/"assets\/[^"]+"/g, '')
  const paying = () => scripts.filter((text) => /Stripe/.test(codeOf(text))).map((text) => text.split('\n')[0])
  await test.step('a button that nothing blocks loads no modal', async () => {
    await openAs(page, site, 'free@demo.test', '/applets/star-to-sheet')
    await mainButton(page).hover()
    await mainButton(page).focus()
    await page.waitForLoadState('networkidle')
    expect(loads).toEqual([])
  })
  await test.step('a connection page loads nothing of checkout or Stripe', async () => {
    await openAs(page, site, PAYER, '/applets/star-to-sheet')
    await page.waitForLoadState('networkidle')
    expect(loads).toEqual([])
    expect(scripts.length).toBeGreaterThan(1)
    expect(paying()).toEqual([])
  })
  await mainButton(page).hover()
  await expect.poll(() => loads.length).toBe(1)
  await page.goto('/my_applets')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  const before = loads.length
  await page.getByRole('link', { name: 'Get more' }).focus()
  await expect.poll(() => loads.length).toBe(before + 1)
  await page.goto('/subscribe/pro')
  await waitForCardField(page)
  await expect.poll(() => paying().length).toBeGreaterThan(1)
  await test.step('a modal that fails to load becomes the subscription page', async () => {
    await page.goto('/applets/star-to-sheet')
    await waitForHydration(page)
    await page.route(CHUNK, (route) => route.abort())
    await mainButton(page).click()
    await page.waitForURL('**/subscribe/pro')
  })
})
