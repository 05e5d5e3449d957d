import { setWhen } from '../../../contract/drafts/draft-steps.ts'
import { expect, test } from 'vitest'
import { pauseOverQuota } from '../../../billing/quota/pause-over-quota.ts'
import { at, enablementOf } from '../../testing/stored-applet.fixture.ts'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { applets } from '../../../db/schema/applets.ts'
import { anEnablement } from '../../../testing/rows.ts'
import { createDraft } from '../edit/create-draft.ts'
import { aDraftFixture, aStoredDraft } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

const CODE: DraftChange = setWhen({ kind: 'code', code: 'Notifications.tell.skip("x")' })
const ALWAYS: DraftChange = setWhen({ kind: 'always' })

/** A published Applet that `user`, who is on Free, has at its first version, while its author saved another one. */
async function changedSince(first: DraftChange, next: DraftChange) {
  const fixture = await aDraftFixture()
  const { proCtx, db, user, base } = fixture
  const { id, version } = await aStoredDraft(proCtx, fixture, [first])
  const made = await createApplet(proCtx, id ?? 0, version)
  await db.update(applets).set({ published_at: 1 })
  await anEnablement(db, user, made)
  const { draft } = await createDraft(proCtx, { applet_id: made.id, changes: [next] })
  await createApplet(proCtx, draft.id ?? 0, draft.version)
  return { pauses: () => pauseOverQuota(base, user.id), status: () => enablementOf({ db }, user, at(made)) }
}

test('what only the next version needs pauses nobody', async () => {
  const { pauses, status } = await changedSince(ALWAYS, CODE)
  expect(await pauses()).toEqual({ paused: 0, resumed: 0 })
  expect(await status()).toMatchObject({ status: 'enabled', version: 1 })
})

test('what runs needs its plan, also where the next version does not', async () => {
  const { pauses, status } = await changedSince(CODE, ALWAYS)
  expect(await pauses()).toEqual({ paused: 1, resumed: 0 })
  expect(await status()).toMatchObject({ status: 'disabled', version: 1 })
})
