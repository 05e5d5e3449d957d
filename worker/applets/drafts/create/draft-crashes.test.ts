/** @module-tag long */
import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { expect, test } from 'vitest'
import { eventsOf } from '../../testing/stored-applet.fixture.ts'
import { readSnapshot } from '../../../engine/runner-sync/read-snapshot.ts'
import { crashingIo } from '../../../testing/crashing-io.ts'
import { createDraft } from '../edit/create-draft.ts'
import { aDraftFixture, aStoredDraft, chosen, writtenBy } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

const ONE_APPLET = { applets: 1, enabled: 1, versions: 1, logged: 1, drafts: 0 }
const ONE_DRAFT = { applets: 0, enabled: 0, versions: 0, logged: 0, drafts: 1 }

test.each(['dies', 'unheard', 'unanswered'] as const)('I/O that %s loses nothing and doubles nothing', async (kind) => {
  let asked = Infinity
  let at = 1
  for (; at <= asked; at++) {
    const io = crashingIo()
    const fixture = await aDraftFixture({ io })
    const { id } = await aStoredDraft(fixture.ctx, fixture)
    if (kind === 'dies') io.dieAt(at)
    else io.failOnce(at, kind)
    await createApplet(fixture.ctx, id ?? 0, 1).catch(() => null)
    asked = io.count() < at ? 0 : Infinity
    io.revive()
    expect([ONE_DRAFT, ONE_APPLET]).toContainEqual(await writtenBy(fixture))
    expect(await createApplet(fixture.ctx, id ?? 0, 1)).toMatchObject({ status: 'enabled_for_user' })
    expect(await writtenBy(fixture)).toEqual(ONE_APPLET)
  }
  expect(at).toBeGreaterThan(5)
})

test.each(['dies', 'unheard', 'unanswered'] as const)('I/O that %s saves an edit once', async (kind) => {
  let asked = Infinity
  let at = 1
  for (; at <= asked; at++) {
    const io = crashingIo()
    const fixture = await aDraftFixture({ io })
    const { ctx, user } = fixture
    const begun = await aStoredDraft(ctx, fixture)
    const applet = await createApplet(ctx, begun.id ?? 0, 1)
    const changes = [chosen(fixture.steps.tell, 'x'), { kind: 'remove_step' as const, key: 's1' }]
    const { draft } = await createDraft(ctx, { applet_id: applet.id, changes })
    if (kind === 'dies') io.dieAt(at)
    else io.failOnce(at, kind)
    await createApplet(ctx, draft.id ?? 0, 1).catch(() => null)
    asked = io.count() < at ? 0 : Infinity
    io.revive()
    const program = (await readSnapshot(ctx, user.id))?.snapshot.programs[0]
    expect([1, 2]).toContain(program?.version)
    expect(stepsOfKind(program?.branches[0]?.steps ?? [], 'action').map(({ id }) => id)).toEqual(
      program?.version === 1 ? [1] : [2],
    )
    await createApplet(ctx, draft.id ?? 0, 1)
    expect((await readSnapshot(ctx, user.id))?.snapshot.programs[0]).toMatchObject({ version: 2 })
    expect(await eventsOf(fixture, applet)).toEqual(['enabled', 'saved'])
  }
  expect(at).toBeGreaterThan(6)
})
