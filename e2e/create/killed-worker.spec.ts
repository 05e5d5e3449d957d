import { stepsOfKind } from '../../worker/contract/applets/step-list.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test, type BrowserContext, type Request } from '@playwright/test'
import { runProduct, type RunningProduct } from '../../dev/bench/engine/run-product.ts'
import { freePort } from '../../dev/settings/ports.ts'
import type { DraftResponse } from '../../worker/contract/drafts/draft.ts'
import { expectSaved, textField } from '../pages/create-page.ts'
import { waitForHydration } from '../testing/scenes.ts'

/** Nobody answers there: nothing of this journey leaves the product. */
const TARGET = 'http://127.0.0.1:9'
/** At which of the words of a round the Worker is killed, as it gets their save. */
const KILLED_AT = [0, 3]
const WORDS = ['What ', 'was ', 'said ', 'is ', 'there ']
/** Longer than typing rests before it is saved, in ms. */
const REST = 800

/** The built product over a folder, which is killed with -9 and started again at the same address. */
async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const [port, sitePort] = [await freePort(), await freePort()]
  const start = () => runProduct({ folder, target: TARGET, port, sitePort, paced: true })
  let product: RunningProduct = await start()
  const [user] = await product.prepare({ users: 1, target: TARGET, wait: 0 })
  return {
    origin: `http://localhost:${sitePort}`,
    cookie: user?.cookie ?? '',
    kill: () => product.kill(),
    restart: async () => void (product = await start()),
    close: async () => {
      await product.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isSave(request: Request): boolean {
  return request.method() === 'PATCH'
}

/** Reads the message as the server has it. */
async function storedMessage({ request }: BrowserContext, draft: string): Promise<string> {
  const answer = await request.get(draft)
  const { draft: stored } = (await answer.json()) as DraftResponse
  return stepsOfKind(stored.doc.steps, 'action')[0]?.fields['message'] ?? ''
}

test('a Worker killed while it saves loses nothing that was said', async ({ context }) => {
  test.setTimeout(300_000)
  const site = await startProduct()
  try {
    const [name = '', value = ''] = site.cookie.split('=')
    await context.addCookies([
      { name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    ])
    /** The text that the server has confirmed as saved. */
    let said = ''
    context.on('response', (response) => {
      if (isSave(response.request()) && response.ok())
        said = /"message":"([^"]*)"/.exec(response.request().postData() ?? '')?.[1] ?? said
    })
    let page = await context.newPage()
    await page.goto(
      `${site.origin}/create?trigger=button/triggers/pressed&action=notifications/actions/send&step=then.1`,
    )
    await waitForHydration(page)
    let typed = 'Begun. '
    await textField(page, 'Message').fill(typed)
    await expectSaved(page)
    await expect(page).toHaveURL(/\/create\/\d+/)
    const address = page.url()
    const draft = address.replace('/create/', '/api/drafts/').replace(/\?.*/, '')
    for (const [kill, killedAt] of KILLED_AT.entries()) {
      await textField(page, 'Message').press('Control+End')
      for (const [index, word] of WORDS.entries()) {
        const saving = index === killedAt ? page.waitForRequest(isSave) : null
        await page.keyboard.type(word)
        typed += word
        // Typing goes on once the Worker is gone, and between its saves.
        if (saving) await saving.then(() => site.kill())
        else await setTimeout(REST)
      }
      await expect(page.getByText(/kept in this browser/)).toBeVisible({ timeout: 30_000 })
      const saidBefore = said
      // The second time the tab dies with it.
      if (kill === 1) await page.close()
      await site.restart()
      const stored = await storedMessage(context, draft)
      expect(typed.startsWith(stored)).toBe(true)
      expect(stored.length).toBeGreaterThanOrEqual(saidBefore.length)
      if (page.isClosed()) {
        page = await context.newPage()
        await page.goto(address)
      }
      await expect(textField(page, 'Message')).toHaveValue(typed, { timeout: 30_000 })
      await expect.poll(() => storedMessage(context, draft), { timeout: 30_000 }).toBe(typed)
      await expectSaved(page)
    }
  } finally {
    await site.close()
  }
})
