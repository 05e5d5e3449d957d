import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../db/schema/accounts.ts'
import { aService, aStep } from '../../../testing/rows.ts'
import { aDraftFixture, aStoredDraft, chosen } from '../testing/draft.fixture.ts'
import { dryRunDraft } from './dry-run-draft.ts'

const HELLO = { at: null, run: null, ingredients: { Value1: 'Hello' } }

test('a dry run says that an address is not verified yet', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user } = fixture
  await aService(db, { module_name: 'email', connect_kind: 'none' })
  const fields = ['subject', 'body'].map((slug) => ({ slug, label: slug, type: 'text' as const }))
  const mail = await aStep(db, 'email', 'action', 'send_me', fields)
  const values = { subject: '{{Value1}}', body: 'Text' }
  const set = { kind: 'set_fields', key: 'b', fields: values } as const
  const { id } = await aStoredDraft(ctx, fixture, [chosen(mail, 'b'), set])
  const said = async () => (await dryRunDraft(ctx, id ?? 0, { event: HELLO })).steps

  await db.update(users).set({ email_verified_at: null }).where(eq(users.id, user.id))
  expect(await said()).toMatchObject([
    { state: 'failed', message: 'Your email address is not verified yet: open the link that we sent you.' },
  ])
  await db.update(users).set({ email_verified_at: 1 }).where(eq(users.id, user.id))
  expect(await said()).toMatchObject([{ state: 'would' }])
})
