import { setWhen } from '../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange } from '../../worker/contract/drafts/draft.ts'
import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { row } from '../pages/create-page.ts'
import { draftSaved, openAnother, openDraft, reloadSaved, STAR_TO_CHAT } from './open-draft.ts'

const CONDITION: DraftChange = setWhen({
  kind: 'form',
  match: 'all',
  conditions: [{ ingredient: 'GitHub.newStarredRepository.RepositoryName', operator: 'contains', value: 'yard' }],
})

test('the form becomes code in an editor, and a form again', async ({ page, site }) => {
  await openDraft(page, site, 'when', [...STAR_TO_CHAT, CONDITION])
  await test.step('conditions are added and removed by keyboard', async () => {
    await test.step('“Done” and “Remove” stand apart', async () => {
      const done = await page.getByRole('button', { name: 'Done' }).boundingBox()
      const remove = await page.getByRole('button', { name: 'Remove', exact: true }).boundingBox()
      expect(remove?.x ?? 0).toBeGreaterThanOrEqual((done?.x ?? 0) + (done?.width ?? 0) + 8)
    })
    const second = page.getByRole('group', { name: 'Condition 2' })
    await page.getByRole('button', { name: 'Add a condition' }).press('Enter')
    await expect(second.getByLabel('Value of')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(second.getByLabel('Compared with')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(second.getByLabel('Compared with')).toHaveAccessibleDescription(/Fill in what to compare with\./)
    await page.getByLabel('Only if').selectOption({ label: 'any of these is true' })
    await expectNoAxeFindings(page, 'condition with an error', 'main')
    await page.getByRole('button', { name: 'Remove condition 1' }).press('Enter')
    await expect(second).toBeHidden()
    await expect(page.getByRole('group', { name: 'Condition 1' }).getByLabel('Compared with')).toHaveValue('')
    await test.step('the last one takes the row along, and a new one is begun with it', async () => {
      await page.getByRole('button', { name: 'Remove condition 1' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
      await expect(row(page, /^When/)).toBeHidden()
      await page.getByRole('button', { name: /^Only sometimes/ }).press('Enter')
      await expect(page.getByRole('group', { name: 'Condition 1' }).getByLabel('Value of')).toBeFocused()
      await expect(page.getByText('Fill in what to compare with.')).toBeHidden()
    })
    await page.getByRole('group', { name: 'Condition 1' }).getByLabel('Compared with').fill('yard')
  })
  await page.getByRole('button', { name: 'Write it as code' }).click()
  // Its styles are adopted style sheets: the page's policy would refuse others, which fails this journey.
  const code = page.locator('.cm-content')
  await expect(code).toHaveAccessibleName('Filter code')
  await expect(code).toContainText('Matrix.sendMessage.skip(missed.join(" "))')
  await expect(page.locator('.cm-gutters')).toHaveCSS('border-right-style', 'solid')
  await page.getByRole('button', { name: 'Show as a form' }).click()
  await expect(page.getByLabel('Compared with')).toHaveValue('yard')

  await page.getByRole('button', { name: 'Write it as code' }).click()
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('if (GitHub.newStarredRepository.RepositoryNam === "") Matrix.')
  await expect(page.getByRole('option', { name: /^Matrix\.sendMessage\.setMessage/ })).toBeVisible()
  // The list stays open while what was typed is saved.
  await draftSaved(page)
  await expect(page.getByRole('option', { name: /^Matrix\.sendMessage\.setMessage/ })).toBeVisible()
  await page.keyboard.type('sendMessage.sk')
  await expect(page.getByRole('option', { name: /^Matrix\.sendMessage\.skip/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(code).toContainText('Matrix.sendMessage.skip("")')
  await expect(page.getByText('so it stays as code.')).toBeVisible()
  const problem = page.getByRole('status').filter({ hasText: /^Line \d+: .*did you mean .*RepositoryName/i })
  await expect(problem).toBeVisible()
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
  await expectNoAxeFindings(page, 'code with an error', 'main')

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Go to line/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(code).toBeFocused()

  await test.step('long code wraps on a phone', async () => {
    const long = `// A line that is longer than a phone is wide, so that it wraps\n`.repeat(60)
    await openAnother(page, site, 'when', [...STAR_TO_CHAT, setWhen({ kind: 'code', code: long })])
    await expect(code).toBeVisible()
    await expectAccessible(page, 'long code on a phone')
  })

  await test.step('a panel that cannot be loaded says so, and is loaded when it is opened again', async () => {
    const panel = '**/assets/when-panel*.js'
    await openAnother(page, site, 'if', STAR_TO_CHAT)
    await page.route(panel, (route) => route.abort())
    await page.getByRole('button', { name: /^Only sometimes/ }).click()
    await expect(page.getByText('This part could not be loaded. Please try again.')).toBeVisible()
    await page.unroute(panel)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Only sometimes/ }).click()
    // Chromium never asks again for a module that failed, so the page is loaded again.
    await expect(page.getByRole('button', { name: 'Add a condition' })).toBeVisible()
  })

  await test.step('code is written without the editor', async () => {
    await page.route('**/assets/code-editor*.js', (route) => route.abort())
    await openAnother(page, site, 'when', [...STAR_TO_CHAT, setWhen({ kind: 'code', code: 'const a = 1' })])
    const plain = page.getByLabel('Filter code')
    await expect(plain).toHaveValue('const a = 1')
    await plain.fill('Matrix.sendMessage.skip("Never.")')
    await reloadSaved(page)
    await expect(plain).toHaveValue('Matrix.sendMessage.skip("Never.")')
  })
})
