import { setWait } from '../../../contract/drafts/draft-steps.ts'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { expect, test } from 'vitest'
import { listMyApplets } from '../../browse/list-my-applets.ts'
import { disableApplet } from '../../enable/disable-applet.ts'
import { enableApplet } from '../../enable/enable-applet.ts'
import { saveApplet } from '../../enable/save-applet.ts'
import { deleteApplet } from '../../publish/delete-applet.ts'
import { publishApplet } from '../../publish/publish-applet.ts'
import { restoreApplet } from '../../publish/restore-applet.ts'
import { unpublishApplet } from '../../publish/unpublish-applet.ts'
import { updateApplet } from '../../publish/update-applet.ts'
import { readApplet, readForEditing } from '../../read/read-applet.ts'
import { at } from '../../testing/stored-applet.fixture.ts'
import type { Applet } from '../../../contract/applets/applet.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { readSnapshot } from '../../../engine/runner-sync/read-snapshot.ts'
import { aSharedApplet, PUBLISHED, saveChanges } from '../testing/taken-back.fixture.ts'

const DEEDS = ['rename', 'edit', 'take back', 'publish', 'archive', 'restore', 'off', 'on', 'save'] as const
type Deed = (typeof DEEDS)[number]
const OFTEN: readonly Deed[] = [...DEEDS, 'take back', 'rename', 'edit']

/** An Applet as somebody sees it: a name, and a wait, which belongs to a version. */
type Seen = { name: string; wait: number }

test('whatever its author does, others see what was last public', async () => {
  await assert(
    asyncProperty(array(constantFrom(...OFTEN), { minLength: 6, maxLength: 12 }), async (deeds) => {
      const { ctx, proCtx, user, made } = await aSharedApplet()
      let newest: Seen = { name: PUBLISHED.name, wait: 0 }
      let [seen, version, isOn, isPublic] = [newest, 0, true, true]
      for (const [n, deed] of deeds.entries()) {
        const done = await perform(deed, n)
        if (done) note(deed, n)
        if (isPublic) seen = newest
        const theirs = (await readApplet(ctx, at(made))).applet
        expect(seenOf(theirs)).toEqual({ name: seen.name, wait: isPublic ? newest.wait : version })
        expect((await listMyApplets(ctx)).applets).toMatchObject([{ name: seen.name }])
        const { programs = [] } = (await readSnapshot(ctx, user.id))?.snapshot ?? {}
        expect(programs.map(({ name }) => name)).toEqual(isOn ? [seen.name] : [])
        expect(seenOf((await readApplet(proCtx, at(made))).applet)).toEqual(newest)
      }

      function note(deed: Deed, n: number) {
        switch (deed) {
          case 'rename':
          case 'publish':
            newest = { ...newest, name: nameOf(n) }
            isPublic ||= deed === 'publish'
            break
          case 'edit':
            newest = { name: nameOf(n), wait: n * 60 + 60 }
            break
          case 'take back':
            isPublic = false
            break
          case 'off':
            isOn = false
            break
          case 'on':
          case 'save':
            // Who has it on already gets the newest version by Save alone.
            if (isPublic && !(isOn && deed === 'on')) version = newest.wait
            isOn = true
            break
          case 'archive':
          case 'restore':
            break
        }
      }

      /** Whether it was allowed. */
      async function perform(deed: Deed, n: number): Promise<boolean> {
        const verbs: Record<Deed, () => Promise<unknown>> = {
          rename: () => updateApplet(proCtx, { applet_id: String(made.id), name: nameOf(n) }),
          edit: () => saveChanges(proCtx, made, [setWait(n * 60 + 60), { kind: 'set_name', name: nameOf(n) }]),
          'take back': () => unpublishApplet(proCtx, at(made)),
          publish: () => publishApplet(proCtx, at(made), { ...PUBLISHED, name: nameOf(n) }),
          archive: () => deleteApplet(proCtx, at(made)),
          restore: () => restoreApplet(proCtx, at(made)),
          off: () => disableApplet(ctx, at(made)),
          on: () => enableApplet(ctx, { id: made.id }),
          save: async () => {
            const { rev } = (await readForEditing(ctx, at(made))).applet
            return saveApplet(ctx, at(made), { preserve_applet_fields: true, rev })
          },
        }
        try {
          await verbs[deed]()
          return true
        } catch (error) {
          if (error instanceof AppError) return false
          throw error
        }
      }
    }),
    { numRuns: 12 },
  )
})

function nameOf(n: number): string {
  return `Name ${n}`
}

function seenOf({ name, normalized_applet }: Pick<Applet, 'name' | 'normalized_applet'>): Seen {
  return { name, wait: normalized_applet.actions_delay }
}
