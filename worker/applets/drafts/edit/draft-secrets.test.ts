import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SECRET_KEPT } from '../../../contract/applets/field-values.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { isSealedSecret, openSecret } from '../../../system/secrets/field-secret.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../testing/draft.fixture.ts'
import { patchDraft } from './patch-draft.ts'

async function withSecret() {
  const fixture = await aDraftFixture()
  const { ctx, steps } = fixture
  const secret = { kind: 'set_fields' as const, key: 'c', fields: { key: 'hush', address: 'https://x.test' } }
  const draft = await aStoredDraft(ctx, fixture, [chosen(steps.call, 'c'), secret])
  const id = draft.id ?? 0
  const stored = async () => {
    const [row] = await fixture.db.select({ doc: drafts.doc }).from(drafts).where(eq(drafts.id, id))
    return stepsOfKind(row?.doc.steps ?? [], 'action')[1]?.fields['key'] ?? ''
  }
  return { ...fixture, draft, id, stored }
}

test('a secret is sealed, and no page gets it', async () => {
  const { draft, stored, ctx, user } = await withSecret()
  expect(isSealedSecret(await stored())).toBe(true)
  expect(await openSecret(ctx.settings.TOKEN_KEYS, user.id, await stored())).toBe('hush')
  expect(JSON.stringify(draft)).not.toMatch(/hush|sealed:/)
  expect(draft.steps[2]?.fields[1]).toMatchObject({ slug: 'key', value: SECRET_KEPT, asked: true, problem: null })
})

test('dots keep the secret, and an empty value removes it', async () => {
  const { ctx, id, stored } = await withSecret()
  const before = await stored()
  const set = (key: string) => ({ kind: 'set_fields' as const, key: 'c', fields: { key, body: key } })
  await patchDraft(ctx, id, { version: 1, changes: [set(SECRET_KEPT)] })
  expect(await stored()).toBe(before)
  await patchDraft(ctx, id, { version: 2, changes: [set('')] })
  expect(await stored()).toBe('')
})

test('a field named like a part of the language is one', async () => {
  const { ctx, id } = await withSecret()
  const fields = { constructor: SECRET_KEPT, toString: 'x' }
  const { draft } = await patchDraft(ctx, id, { version: 1, changes: [{ kind: 'set_fields', key: 'b', fields }] })
  expect(stepsOfKind(draft.doc.steps, 'action')[0]?.fields).toEqual(fields)
})
