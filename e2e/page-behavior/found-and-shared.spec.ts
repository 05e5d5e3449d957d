import type { APIResponse } from '@playwright/test'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const APPLET = '/applets/star-to-sheet'

test('a cached page is installable, previewed and described', async ({ page, site, request }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  for (const path of ['/', APPLET]) await page.goto(path)
  await page.goto(APPLET)
  await waitForHydration(page)

  const chromium = await page.context().newCDPSession(page)
  const manifest = await chromium.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(manifest.url).toBe(`${site.origin}/manifest.webmanifest`)
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  const described: unknown = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText())
  expect(described).toMatchObject({ '@graph': [{ '@type': 'SoftwareApplication' }, { '@type': 'BreadcrumbList' }] })
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', `${site.origin}${APPLET}`)
  await expect(canonical).toHaveCount(1)
  const image = page.locator('meta[property="og:image"]')
  await expect(image).toHaveAttribute('content', `${site.origin}/social/github.png`)
  const preview = await request.get((await image.getAttribute('content')) ?? '')
  expect([preview.status(), preview.headers()['content-type']]).toEqual([200, 'image/png'])
  expect(refused).toEqual([])
})

test('every address of the sitemap answers', async ({ site, request }) => {
  // Every page of the catalog is rendered.
  test.slow()
  const addressesOf = async (address: string) => {
    const text = await (await request.get(address)).text()
    return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found]) => found ?? '')
  }
  const robots = await (await request.get('/robots.txt')).text()
  const [, index] = /^Sitemap: (.*)$/m.exec(robots) ?? []
  const listed = (await Promise.all((await addressesOf(index ?? '')).map(addressesOf))).flat()
  expect(listed).toEqual(
    expect.arrayContaining([`${site.origin}/`, `${site.origin}/github`, `${site.origin}${APPLET}`]),
  )
  const answers: APIResponse[] = []
  // All at once, the last ones wait for longer than a request may take.
  for (let at = 0; at < listed.length; at += 10)
    answers.push(
      ...(await Promise.all(listed.slice(at, at + 10).map((address) => request.get(address, { maxRedirects: 0 })))),
    )
  expect(answers.flatMap((answer) => (answer.status() === 200 ? [] : [answer.url()]))).toEqual([])
})
