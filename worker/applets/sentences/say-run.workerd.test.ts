import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { plainText } from '../../contract/shared/said-part.ts'
import { applet_versions, enablements } from '../../db/schema/applets.ts'
import { syncRunner } from '../../engine/runner-sync/sync-runner.ts'
import { aUserWithRuns } from '../../engine/runs/user-with-runs.fixture.ts'
import { saveApplet } from '../enable/save-applet.ts'
import { readRun } from './say-run.ts'

test('a run says what its steps sent, as they were set then', async () => {
  const { ctx, db, ring, ref, applet, user } = await aUserWithRuns()
  const { id } = await ring('The bell rang')
  const [first] = await db.select().from(applet_versions).where(eq(applet_versions.applet_id, applet.id))
  if (!first) throw new Error('The Applet has no version.')
  const doc: AppletDocument = JSON.parse(JSON.stringify(first.doc).replace('{{Value1}}', 'Ding'))
  await db.insert(applet_versions).values({ ...first, version: 2, doc })
  await saveApplet(ctx, ref, { preserve_applet_fields: true, rev: 2 })
  await syncRunner(ctx, user.id)
  const sentences = async (of: string) => (await readRun(ctx, of)).run.steps.map(({ said }) => plainText(said))
  const later = await ring('The bell rang again')
  expect(await sentences(id)).toEqual(['A web request arrives', 'Send a notification: “The bell rang”'])
  expect(await sentences(later.id)).toEqual(['A web request arrives', 'Send a notification: “Ding”'])
})

test('a run names its live choices as they were called then', async () => {
  const { ctx, db, ring, applet, user } = await aUserWithRuns()
  const { id } = applet
  const [first] = await db.select().from(applet_versions).where(eq(applet_versions.applet_id, id))
  if (!first) throw new Error('The Applet has no version.')
  const [trigger, action] = stepsOfServices(first.doc.steps)
  if (trigger?.kind !== 'trigger' || action?.kind !== 'action') throw new Error('The Applet has other steps.')
  const mail = { module_name: 'email', slug: 'send_me', fields: { body: 'Ding' } }
  const doc = { ...first.doc, steps: [trigger, { ...action, ...mail, user_fields: { subject: null } }] }
  await db.update(applet_versions).set({ doc }).where(eq(applet_versions.applet_id, id))
  const key = `${action.id}.subject`
  const news = { fields: { [key]: '42' }, labels: { [`${key}=42`]: 'News' } }
  await db.update(enablements).set(news).where(eq(enablements.applet_id, id))
  await syncRunner(ctx, user.id)
  const run = await ring('The bell rang')
  await db
    .update(enablements)
    .set({ fields: { [key]: '43' }, labels: {} })
    .where(eq(enablements.applet_id, id))
  await syncRunner(ctx, user.id)
  const { steps } = (await readRun(ctx, run.id)).run
  expect(plainText(steps[1]?.said ?? [])).toBe('Send yourself the email “News”: “Ding”')
})
