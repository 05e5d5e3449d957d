import type { Page, Request } from '@playwright/test'

/** Holds back what the page asks of these addresses until `come` is called, as a slow line does. `held` says what. */
export async function holdBack(page: Page, addresses: string) {
  const { promise: line, resolve: come } = Promise.withResolvers<void>()
  const held: Request[] = []
  await page.route(addresses, async (route) => {
    held.push(route.request())
    await line
    await route.continue()
  })
  return { come, held }
}
