import type { Page, Request } from '@playwright/test'

/** Holds back the page's calls to these addresses until `release` is called. `held` lists them. */
export async function holdBack(page: Page, addresses: string | RegExp) {
  const { promise: line, resolve: release } = Promise.withResolvers<void>()
  const held: Request[] = []
  await page.route(addresses, async (route) => {
    held.push(route.request())
    await line
    await route.continue()
  })
  return { release, held }
}
