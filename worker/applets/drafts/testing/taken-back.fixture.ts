import { setWhen } from '../../../contract/drafts/draft-steps.ts'
import { eq } from 'drizzle-orm'
import { enableApplet } from '../../enable/enable-applet.ts'
import { publishApplet } from '../../publish/publish-applet.ts'
import { unpublishApplet } from '../../publish/unpublish-applet.ts'
import { at } from '../../testing/stored-applet.fixture.ts'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { users } from '../../../db/schema/accounts.ts'
import { services } from '../../../db/schema/connections.ts'
import type { TestCtx } from '../../../testing/test-ctx.ts'
import { createApplet } from '../create/create-applet.ts'
import { createDraft } from '../edit/create-draft.ts'
import { aDraftFixture, aStoredDraft, chosen } from './draft.fixture.ts'

export const PRIVATE = 'https://private.test/of-the-author'

/** The Applet as everyone saw it. */
export const PUBLISHED = {
  name: 'Tell me of each request',
  description: 'It says what came.',
  value_propositions: [{ title: 'Quick', text: 'Within a minute.' }],
}

/** An Applet of `pro` that `user` turned on, and that its author may take back. */
export async function aSharedApplet(options: Parameters<typeof aDraftFixture>[0] = {}) {
  const fixture = await aDraftFixture(options)
  const { proCtx, ctx, db } = fixture
  await db.update(users).set({ email_verified_at: 1 })
  await db.update(services).set({ brand_color: '#112233' }).where(eq(services.module_name, 'feeds'))
  const { id } = await aStoredDraft(proCtx, fixture, [
    { kind: 'set_fields', key: 'b', fields: { message: 'For everyone' } },
  ])
  const made = await createApplet(proCtx, id ?? 0, 1)
  await publishApplet(proCtx, at(made), PUBLISHED)
  await enableApplet(ctx, { id: made.id })
  return { ...fixture, made }
}

/** Its author saves these changes of it. */
export async function saveChanges(ctx: TestCtx, applet: { id: number }, changes: DraftChange[]) {
  const { draft } = await createDraft(ctx, { applet_id: applet.id, changes })
  return createApplet(ctx, draft.id ?? 0, draft.version)
}

/** One that its author has taken back, and then changed for themselves: its name, trigger, actions and filter code. */
export async function aTakenBackApplet(options: Parameters<typeof aDraftFixture>[0] = {}) {
  const fixture = await aSharedApplet(options)
  const { proCtx, steps, made } = fixture
  await unpublishApplet(proCtx, at(made))
  await saveChanges(proCtx, made, [
    { kind: 'set_name', name: 'Only for me' },
    chosen(steps.item, 's0'),
    { kind: 'set_fields', key: 's0', fields: { url: PRIVATE } },
    chosen(steps.call, 's1'),
    { kind: 'set_fields', key: 's1', fields: { address: PRIVATE } },
    setWhen({ kind: 'code', code: `if ("${PRIVATE}") Webhooks.makeRequest.skip()` }),
  ])
  return fixture
}
