import { and, eq, sql } from 'drizzle-orm'
import { aConfiguration, anApplet, aStep, aUser, someServices } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import type { PublishedText } from '../../contract/applets/applet-input.ts'
import { activity_log, applets, enablements } from '../../db/schema/applets.ts'

/**
 * A verified author, a user, and the services github and google_sheets (OAuth 2), webhooks, feeds and notifications
 * (built in).
 */
export async function anAppletFixture(options: Parameters<typeof testCtx>[0] = {}) {
  const base = await testCtx(options)
  const { db } = base
  const author = await aUser(db, { login: 'mira', email_verified_at: 1 })
  const user = await aUser(db, { login: 'frida' })
  await someServices(db, [
    { module_name: 'github', name: 'GitHub', popularity: 5 },
    { module_name: 'google_sheets', name: 'Google Sheets', popularity: 9 },
    { module_name: 'webhooks', connect_kind: 'none' },
    { module_name: 'feeds', connect_kind: 'none' },
    { module_name: 'notifications', connect_kind: 'none' },
  ])
  const star = await aStep(db, 'github', 'trigger', 'new_starred_repository')
  const row = await aStep(db, 'google_sheets', 'action', 'add_row', [
    { slug: 'sheet', label: 'Sheet', type: 'select', options_url: 'https://google_sheets.example/api/options/sheets' },
    { slug: 'note', label: 'Note', type: 'text', required: false },
  ])
  const hook = await aStep(db, 'webhooks', 'trigger', 'web_request')
  const item = await aStep(db, 'feeds', 'trigger', 'new_item', [{ slug: 'url', label: 'Feed address', type: 'url' }])
  const notify = await aStep(db, 'notifications', 'action', 'send')
  return { base, db, author, user, ctx: await base.as(user), steps: { star, row, hook, item, notify } }
}
export type AppletFixture = Awaited<ReturnType<typeof anAppletFixture>>

/** Nothing to connect and nothing to fill in. */
export function aPlainApplet({ db, author, steps }: AppletFixture, given: Parameters<typeof anApplet>[3] = {}) {
  return anApplet(db, author, [{ step: steps.hook }, { step: steps.notify }], given)
}

/** One field to fill in, nothing to connect. */
export function anAppletWithField({ db, author, steps }: AppletFixture, given: Parameters<typeof anApplet>[3] = {}) {
  return anApplet(db, author, [{ step: steps.item }, { step: steps.notify }], given)
}

/** Two services to connect, nothing to fill in. */
export function anAppletWithServices({ db, author, steps }: AppletFixture, given: Parameters<typeof anApplet>[3] = {}) {
  return anApplet(db, author, [{ step: steps.star }, { step: steps.row, fields: { sheet: 'S1', note: '' } }], given)
}

/** A dynamic connection with the features presence (required) and lights. */
export async function aHub(world: AppletFixture) {
  const hub = await aPlainApplet(world, { config_type: 'dynamic', name: 'Hub' })
  await aConfiguration(world.db, hub, { slug: 'presence', title: 'Presence', required: true })
  await aConfiguration(world.db, hub, { slug: 'lights', title: 'Lights' })
  return hub
}

/** Writes the texts that its author publishes it under: its name, and a description. */
export function textOf({ name }: { name: string }): PublishedText {
  return { name, description: 'Says what it does.', value_propositions: [] }
}

export function at(row: { id: number }) {
  return { id: row.id, friendly_id: null }
}

export async function enablementOf({ db }: Pick<AppletFixture, 'db'>, user: { id: string }, applet: { id: number }) {
  const [row] = await db
    .select()
    .from(enablements)
    .where(and(eq(enablements.user_id, user.id), eq(enablements.applet_id, applet.id)))
  return row ?? null
}

export async function countOf({ db }: Pick<AppletFixture, 'db'>, applet: { id: number }) {
  const [row] = await db.select({ n: applets.enabled_count }).from(applets).where(eq(applets.id, applet.id))
  return row?.n
}

/** The activity log's entries for an Applet, in order. */
export async function eventsOf({ db }: Pick<AppletFixture, 'db'>, applet: { id: number }) {
  const rows = await db
    .select({ kind: activity_log.kind })
    .from(activity_log)
    .where(eq(activity_log.applet_id, applet.id))
    // Tests count their ids, so the tenth would stand before the ninth.
    .orderBy(sql`rowid`)
  return rows.map(({ kind }) => kind)
}
