/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anApplet, anEnablement, aStep, aUser, someServices } from '../../testing/rows.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { applets, type enablements } from '../../db/schema/applets.ts'
import { changeDocument, withWait } from '../../db/applets/catalog-documents.ts'
import { deleteApplet } from '../publish/delete-applet.ts'
import { publishApplet } from '../publish/publish-applet.ts'
import { restoreApplet } from '../publish/restore-applet.ts'
import { unpublishApplet } from '../publish/unpublish-applet.ts'
import { readApplet, readForEditing } from '../read/read-applet.ts'
import { aHub, anAppletFixture, anAppletWithField, aPlainApplet, at, textOf } from '../testing/stored-applet.fixture.ts'
import { disableApplet } from './disable-applet.ts'
import { enableApplet } from './enable-applet.ts'
import { regenerateAddress } from './regenerate-address.ts'
import { saveApplet } from './save-applet.ts'
import { setConfigurations } from './set-configurations.ts'
import { setNotifications } from './set-notifications.ts'

type Row = { id: number; name: string }
type Who = 'user' | 'author'

async function aWorld() {
  const world = await anAppletFixture()
  const { db } = world
  await someServices(db, [
    { module_name: 'email', connect_kind: 'none' },
    { module_name: 'button', connect_kind: 'none' },
  ])
  const mail = await aStep(db, 'email', 'trigger', 'happens')
  const button = await aStep(db, 'button', 'trigger', 'happens')
  return { ...world, steps: { ...world.steps, mail, button } }
}
type World = Awaited<ReturnType<typeof aWorld>>

/** Each lacks nothing but the field of the last. */
const KINDS: Record<string, (world: World) => Promise<Row>> = {
  webhook: (world) => aPlainApplet(world),
  mail: ({ db, author, steps }) => anApplet(db, author, [{ step: steps.mail }, { step: steps.notify }]),
  button: ({ db, author, steps }) => anApplet(db, author, [{ step: steps.button }, { step: steps.notify }]),
  dynamic: (world) => aHub(world),
  'with a field': (world) => anAppletWithField(world),
}

/** How an Applet stands before somebody presses. `others`: how many more of theirs are on. */
type Standing = {
  enablement?: Partial<typeof enablements.$inferInsert>
  applet?: Partial<typeof applets.$inferInsert>
  hasNewer?: boolean
  others?: number
}
const ON = { fields: { '0.url': 'https://blog.test/feed' } }
const OFF = { ...ON, status: 'disabled' as const }
const STANDINGS: Record<string, Standing> = {
  'never on': {},
  on: { enablement: ON },
  off: { enablement: OFF },
  'paused by a plan': { enablement: { ...OFF, paused_at: 1 } },
  'with a newer version': { enablement: ON, hasNewer: true },
  'taken back': { enablement: ON, applet: { published_at: null }, hasNewer: true },
  'taken back and off': { enablement: OFF, applet: { published_at: null }, hasNewer: true },
  archived: { enablement: ON, applet: { archived_at: 2 } },
  'taken down': { enablement: ON, applet: { taken_down: 'applet' } },
  'the last that the plan allows': { enablement: OFF, others: 1 },
  'at the quota': { enablement: ON, others: 1 },
  'above the quota': { enablement: ON, others: 2 },
}

const VERBS: Record<string, (ctx: Ctx, applet: Row) => Promise<object>> = {
  Connect: async (ctx, { id }) => (await enableApplet(ctx, { id })).applet,
  Save: async (ctx, applet) => {
    const { rev } = (await readForEditing(ctx, at(applet))).applet
    return saveApplet(ctx, at(applet), { preserve_applet_fields: true, rev })
  },
  'Save with fields': async (ctx, applet) => {
    const { rev } = (await readForEditing(ctx, at(applet))).applet
    return saveApplet(ctx, at(applet), { ...ON, rev })
  },
  Disable: (ctx, applet) => disableApplet(ctx, at(applet)),
  Delete: (ctx, applet) => deleteApplet(ctx, at(applet)),
  Restore: (ctx, applet) => restoreApplet(ctx, at(applet)),
  Publish: (ctx, applet) => publishApplet(ctx, at(applet), textOf({ name: 'A name of its own' })),
  Unpublish: (ctx, applet) => unpublishApplet(ctx, at(applet)),
  'a feature switched off': async (ctx, applet) =>
    (await setConfigurations(ctx, at(applet), [{ slug: 'lights', disabled: true }])).applet,
  'a notification': (ctx, applet) => setNotifications(ctx, at(applet), { failedAppletRunNotificationsEnabled: false }),
  'a new URL': (ctx, applet) => regenerateAddress(ctx, at(applet), 'hook_url'),
  'a new mail address': (ctx, applet) => regenerateAddress(ctx, at(applet), 'mail_address'),
}

/** The Applet of this kind as it stands for somebody new. */
async function stood(
  old: World,
  kind: string,
  { enablement, applet: given, hasNewer, others = 0 }: Standing,
  who: Who,
) {
  const { db, base } = old
  const person = await aUser(db, { email_verified_at: 1 })
  const world = { ...old, [who]: person }
  const applet = await KINDS[kind]?.(world)
  if (!applet) throw new Error(`There is no ${kind}.`)
  const ctx = await base.as(person)
  if (enablement) await anEnablement(db, person, applet, enablement)
  await db
    .update(applets)
    .set({ enabled_count: enablement && !enablement.status ? 1 : 0, ...given })
    .where(eq(applets.id, applet.id))
  if (hasNewer) await changeDocument(db, applet, withWait(5))
  for (let other = 0; other < others; other++) await anEnablement(db, person, await aPlainApplet(world))
  ctx.advance(1000)
  return { ctx, applet }
}

/** Null for what is refused, or hidden. */
async function unlessRefused<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const OF_AUTHORS = new Set(['Restore', 'Publish', 'Unpublish'])
const CASES = Object.keys(VERBS).flatMap((verb): [string, Who][] =>
  OF_AUTHORS.has(verb)
    ? [[verb, 'author']]
    : [
        [verb, 'user'],
        [verb, 'author'],
      ],
)

test.each(CASES)('%s by the %s answers what is read right after', async (verb, who) => {
  const world = await aWorld()
  let answered = 0
  for (const kind of Object.keys(KINDS)) {
    for (const [name, standing] of Object.entries(STANDINGS)) {
      const { ctx, applet } = await stood(world, kind, standing, who)
      const answer = await unlessRefused(VERBS[verb]?.(ctx, applet) ?? Promise.resolve(null))
      const read = answer && (await unlessRefused(readApplet(ctx, at(applet))))
      if (read) expect({ kind, name, answer }).toMatchObject({ kind, name, answer: read.applet })
      if (read) answered += 1
      await ctx.settled()
    }
  }
  expect(answered).toBeGreaterThan(0)
})
