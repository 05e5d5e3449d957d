import { toActor } from '../../session/actor.ts'
import type { ActorUser, Ctx } from '../../context/context.ts'
import type { Applet, AppletForViewer } from '../../contract/applets/applet.ts'
import { appletRules, needsOf } from '../../contract/enablement/enablement-rules.ts'
import { readHookUrl } from '../../secrets/hook-key.ts'
import type { LoadedApplet } from './applet-view.ts'
import { isOff } from './feature-rules.ts'
import { connectionsOf, statusOf } from './applet-status.ts'
import type { ViewerRows } from './viewer-queries.ts'

/** What a verb needs to know of the one who asks. */
export type ViewerState = {
  actor: ActorUser
  viewer: AppletForViewer
  enablement: ViewerRows[1][number] | null
  accounts: ViewerRows[3]
  /** Applets that the user has enabled, of all. */
  enabled: number
  /** What their tier was decided by. */
  subscriptions_version: string
}

/** Null where the session is over. */
export async function toViewerState(ctx: Ctx, world: LoadedApplet, rows: ViewerRows): Promise<ViewerState | null> {
  const { row, applet } = world
  const [actorRows, [enablement = null], live, accounts, [total]] = rows
  const actor = toActor(actorRows, ctx.now())
  if (!actor) return null
  const enabled = total?.enabled ?? 0
  const is_author = row.author_id === actor.id
  const archived = row.archived_at !== null
  const status = statusOf({ is_author, archived, enablement: enablement?.status ?? null })
  const viewer: AppletForViewer = {
    applet_id: row.id,
    status,
    is_author,
    can_publish: is_author && !archived && !applet.published && isComplete(applet),
    paused: enablement?.paused_at != null,
    connections: connectionsOf(stepsOf(applet), accounts),
    enablement_rules: appletRules({ tier: actor.tier, enabled, status, needs: needsOf(applet) }),
    push_enabled: enablement?.push_enabled ?? false,
    can_push_enable: row.can_push_enable,
    failed_applet_run_notifications_enabled: enablement?.failed_run_notifications_enabled ?? true,
    run_count: enablement?.run_count ?? 0,
    last_run: enablement?.last_run ?? null,
    last_change: enablement?.last_change ?? null,
    fields: enablement?.fields ?? {},
    live_configurations: enablement ? liveOf(world, enablement.fields, live) : [],
    hook_url: enablement?.status === 'enabled' && applet.has_webhook ? await readHookUrl(ctx, enablement) : null,
    rated: total?.rated ?? false,
  }
  return { actor, viewer, enablement, accounts, enabled, subscriptions_version: total?.plans ?? '' }
}

/** A feature that came after the user connected is on, once what it needs is filled in. */
function liveOf({ features, fields }: LoadedApplet, stored: Record<string, string>, live: ViewerRows[2]) {
  return features.map((feature) => {
    const switchedOff = live.find(({ slug }) => slug === feature.slug)?.disabled ?? false
    return { slug: feature.slug, disabled: isOff({ feature, fields, stored, switchedOff }) }
  })
}

/** Something to start it and something to do (§2.1 Publish). */
export function isComplete({ applet_trigger, applet_actions }: Applet): boolean {
  return applet_trigger !== null && applet_actions.length > 0
}

/** The steps as the rules on accounts want them. */
export function stepsOf({ applet_trigger, applet_queries, applet_actions }: Applet) {
  return [applet_trigger, ...applet_queries, ...applet_actions]
    .filter((step) => step !== null)
    .toSorted((a, b) => a.position - b.position)
    .map(({ service, account_slot }) => ({
      module_name: service.module_name,
      connect_kind: service.connect_kind,
      account_slot,
    }))
}
