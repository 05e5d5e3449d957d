import { setWhen } from '../../../contract/drafts/draft-steps.ts'
import { expect, test } from 'vitest'
import { connectFilterCompiler } from '../../../app/context/make-ctx.ts'
import { createApplet } from '../create/create-applet.ts'
import { aDraftFixture, aStoredDraft, writtenBy } from '../testing/draft.fixture.ts'
import { patchDraft } from './patch-draft.ts'
import { readDraft } from './read-draft.ts'

/** The binding while its Worker is replaced, or away. */
const away = connectFilterCompiler({ compileFilter: () => Promise.reject(new Error('Network connection lost.')) })
const AWAY = { code: 'filter_code_unavailable', status: 503 }
const WHEN = { kind: 'code', code: 'const a = 1' } as const
const CODE = setWhen(WHEN)

test('keeps a change whose filter code cannot be checked now', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const { id } = await aStoredDraft(proCtx, fixture)
  const change = { version: 1, changes: [CODE] }
  await expect(patchDraft({ ...proCtx, filterCompiler: away }, id ?? 0, change)).rejects.toMatchObject(AWAY)
  expect((await readDraft(proCtx, id ?? 0)).draft).toMatchObject({
    version: 2,
    complete: true,
    doc: { steps: [{}, { kind: 'filter', when: WHEN }, {}] },
  })
  // The page sends it again, as after a lost answer.
  expect((await patchDraft(proCtx, id ?? 0, change)).draft).toMatchObject({ version: 2, problems: [] })
})

test('makes no Applet of code that cannot be checked now', async () => {
  const fixture = await aDraftFixture()
  const { proCtx } = fixture
  const { id } = await aStoredDraft(proCtx, fixture, [CODE])
  const before = await writtenBy(fixture)
  await expect(createApplet({ ...proCtx, filterCompiler: away }, id ?? 0, 1)).rejects.toMatchObject(AWAY)
  expect(await writtenBy(fixture)).toEqual(before)
})

test('drafts without filter code do not need the compiler', async () => {
  const fixture = await aDraftFixture()
  const ctx = { ...fixture.proCtx, filterCompiler: away }
  const { id } = await aStoredDraft(fixture.proCtx, fixture)
  expect((await readDraft(ctx, id ?? 0)).draft).toMatchObject({ complete: true })
})
