import { anAppletFixture, type AppletFixture } from '../../testing/stored-applet.fixture.ts'
import type { DraftChange } from '../../../contract/drafts/draft.ts'
import { activity_log, applet_versions, applets, enablements } from '../../../db/schema/applets.ts'
import { step_ingredients } from '../../../db/schema/connections.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { aStep, aSubscription, aUser } from '../../../testing/rows.ts'
import type { TestCtx } from '../../../testing/test-ctx.ts'
import { createDraft } from '../edit/create-draft.ts'

/**
 * The services of `anAppletFixture` with ingredients, a query and a step with a secret; a free user and one with Pro+.
 */
export async function aDraftFixture(options: Parameters<typeof anAppletFixture>[0] = {}) {
  const fixture = await anAppletFixture(options)
  const { db, base } = fixture
  const issues = await aStep(db, 'github', 'query', 'open_issues')
  const call = await aStep(db, 'webhooks', 'action', 'make_request', [
    { slug: 'address', label: 'Address', type: 'url' },
    { slug: 'key', label: 'Key', type: 'secret', required: false },
    { slug: 'body', label: 'Body', type: 'textarea', required: false },
  ])
  const tell = await aStep(db, 'notifications', 'action', 'tell', [
    { slug: 'message', label: 'Message', type: 'text', default_value: '{{OccurredAt}}' },
  ])
  const ingredient = (step: { id: string }, slug: string, position: number) => ({
    step_id: step.id,
    slug,
    position,
    name: slug,
    type: 'text' as const,
    example: `An ${slug}`,
  })
  await db
    .insert(step_ingredients)
    .values([
      ingredient(fixture.steps.hook, 'Value1', 0),
      ingredient(fixture.steps.hook, 'OccurredAt', 1),
      ingredient(fixture.steps.star, 'RepositoryName', 0),
      ingredient(issues, 'IssueTitle', 0),
    ])
  const pro = await aUser(db, { login: 'piotr' })
  await aSubscription(db, pro, { tier: 'pro' })
  return { ...fixture, pro, proCtx: await base.as(pro), steps: { ...fixture.steps, issues, call, tell } }
}
export type DraftFixture = AppletFixture & Awaited<ReturnType<typeof aDraftFixture>>

export function chosen(step: { kind: 'trigger' | 'query' | 'action'; module_name: string; slug: string }, key: string) {
  const { kind, module_name, slug } = step
  return { kind: 'choose_step', step: kind, key, module_name, slug } as const satisfies DraftChange
}

/** A web request that sends a message: nothing to connect, nothing missing. */
export async function aStoredDraft(ctx: TestCtx, { steps }: DraftFixture, more: DraftChange[] = []) {
  const changes = [chosen(steps.hook, 'a'), chosen(steps.tell, 'b'), ...more]
  return (await createDraft(ctx, { changes })).draft
}

/** All that pressing Create may write. */
export async function writtenBy({ db }: Pick<DraftFixture, 'db'>) {
  return {
    applets: (await db.select({ id: applets.id }).from(applets)).length,
    enabled: (await db.select({ id: enablements.id }).from(enablements)).length,
    versions: (await db.select({ version: applet_versions.version }).from(applet_versions)).length,
    logged: (await db.select({ id: activity_log.id }).from(activity_log)).length,
    drafts: (await db.select({ id: drafts.id }).from(drafts)).length,
  }
}
