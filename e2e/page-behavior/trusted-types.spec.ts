import { expect, signIn, test } from '../testing/journey.ts'

/** The console names what the browser refuses, which is what these journeys want. */
test.use({ noErrors: undefined })

/** Tries to turn a text into HTML, which the page's policy decides on. */
function writeHtml() {
  const element = document.createElement('p')
  try {
    element.innerHTML = '<b>text</b>'
    return 'written'
  } catch (error) {
    return String(error)
  }
}

test('pages refuse HTML made of a text', async ({ page, site }) => {
  expect(await (await page.goto('/'))?.headerValue('content-security-policy')).toContain('trusted-types app')
  expect(await page.evaluate(writeHtml)).toContain('TypeError')
  await signIn(page, site, 'free@demo.test')
  await page.goto('/settings')
  expect(await page.evaluate(writeHtml)).toContain('TypeError')

  await test.step('a page that something changed before it woke up still works', async () => {
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message))
    await page.route(`${site.origin}/settings`, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/<h1([^>]*)>[^<]*/, '<h1$1>Changed by somebody')
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
    expect(thrown.filter((message) => /Trusted/.test(message))).toEqual([])
    expect(
      await page.evaluate(() =>
        JSON.parse(document.querySelector('script[type="application/json"]')?.textContent ?? ''),
      ),
    ).toBeTruthy()
  })
})
