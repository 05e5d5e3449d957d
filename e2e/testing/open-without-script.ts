import type { Page } from '@playwright/test'

/** Opens an address for the same user in a browser without JavaScript, which goes with this page's browser. */
export async function openWithoutScript(page: Page, path: string, viewport = { width: 1280, height: 720 }) {
  const { origin: baseURL } = new URL(page.url())
  const storageState = await page.context().storageState()
  const plain = await page
    .context()
    .browser()
    ?.newContext({ javaScriptEnabled: false, baseURL, storageState, viewport })
  if (!plain) throw new Error('The browser has gone.')
  const read = await plain.newPage()
  await read.goto(path)
  return read
}
