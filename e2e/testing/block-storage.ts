import type { Page } from '@playwright/test'

/** From the next document on, reading `localStorage` or `sessionStorage` throws, as when a user blocks both. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const blocked = {
      get() {
        throw new DOMException('Storage is blocked.', 'SecurityError')
      },
    }
    Object.defineProperties(window, { localStorage: blocked, sessionStorage: blocked })
  })
}
