import { toActor } from '../../users/session/actor.ts'
import type { ActorUser, ClockCtx, Ctx } from '../../system/context/context.ts'
import type { AppletForViewer, LiveConfiguration } from '../../contract/applets/applet.ts'
import { isComplete } from '../../contract/applets/step-list.ts'
import { appletRules, needsOf } from '../../contract/enablement/enablement-rules.ts'
import { SECRET_KEPT } from '../../contract/applets/field-values.ts'
import { isSealedSecret } from '../../system/secrets/field-secret.ts'
import { readHookUrl } from '../../system/secrets/hook-key.ts'
import { readMailAddress } from '../../system/secrets/mail-key.ts'
import { accountInSlot, sayApplet } from '../sentences/say-applet.ts'
import type { LoadedApplet } from './applet-view.ts'
import { isFeatureOff } from './feature-rules.ts'
import { connectionsOf, statusOf } from './applet-status.ts'
import type { RowsForUser } from '../../db/applets/applet-rows.ts'

/** What only an answer shows of the viewer's part. */
type ShownPart = Pick<AppletForViewer, 'hook_url' | 'mail_address' | 'said'>

/** The facts about the viewer that actions and pages need. */
export type ViewerState = {
  actor: ActorUser
  viewer: Omit<AppletForViewer, keyof ShownPart>
  enablement: RowsForUser['enablement'][number] | null
  accounts: RowsForUser['accounts']
  /** The number of Applets that the user has enabled in total. */
  enabled: number
  /** The version of the subscriptions that the user's tier was derived from. */
  subscriptions_version: string
  /** Where the user's Applets run; null until their Runner has an id. */
  runner_id: string | null
  timezone: string | null
}

/** Returns null if the session has ended. */
export function toViewerState({ now }: ClockCtx, loaded: LoadedApplet, read: RowsForUser): ViewerState | null {
  const { row, applet, steps } = loaded
  const {
    live,
    accounts,
    totals: [own],
  } = read
  const [enablement = null] = read.enablement
  const actor = toActor(read.actor, now())
  if (!actor) return null
  const enabled = own?.enabled ?? 0
  const is_author = row.author_id === actor.id
  const archived = row.archived_at !== null
  const status = statusOf({ is_author, archived, enablement: enablement?.status ?? null })
  const viewer = {
    applet_id: row.id,
    status,
    is_author,
    can_publish: is_author && !archived && !applet.published && !applet.taken_down && isComplete(applet),
    paused: enablement?.paused_at != null,
    newer_version: enablement !== null && row.version > enablement.version,
    connections: connectionsOf(steps, accounts),
    enablement_rules: appletRules(actor, { enabled, status, needs: needsOf(steps, applet) }),
    push_enabled: enablement?.push_enabled ?? false,
    can_push_enable: row.can_push_enable,
    failed_applet_run_notifications_enabled: enablement?.failed_run_notifications_enabled ?? true,
    run_count: enablement?.run_count ?? 0,
    last_run: enablement?.last_run ?? null,
    trouble: null,
    last_change: enablement?.last_change ?? null,
    fields: shownFields(enablement?.fields ?? {}),
    configurations: liveConfigurations(loaded, enablement?.fields ?? null, live),
    rated: own?.rated ?? false,
  }
  const { subscriptions_version = '', runner_id = null } = own ?? {}
  const timezone = read.actor[0]?.user.timezone ?? null
  return { actor, viewer, enablement, accounts, enabled, subscriptions_version, runner_id, timezone }
}

/** Opens the addresses that start the Applet, and says what it does: for an answer, and for no decision. */
export async function showToViewer(
  ctx: Ctx,
  { applet, document, ...state }: Pick<LoadedApplet, 'applet' | 'document'> & ViewerState,
): Promise<ShownPart> {
  const { enablement, viewer, accounts, timezone } = state
  const on = enablement?.status === 'enabled' ? enablement : null
  const { fields = null, labels = {} } = enablement ?? {}
  const own = { fields, labels, accountOf: accountInSlot(accounts), timezone }
  return {
    hook_url: on && applet.has_webhook ? await readHookUrl(ctx, on) : null,
    mail_address: on && applet.has_mail ? await readMailAddress(ctx, on) : null,
    // Who has the Applet, or made it, sees what it does with all that is set.
    said: enablement || viewer.is_author ? await sayApplet(ctx, document, own) : [],
  }
}

/** A feature added after the user connected is on as soon as the fields it needs are filled in. */
function liveConfigurations(
  { applet, features, fields }: LoadedApplet,
  stored: Record<string, string> | null,
  live: RowsForUser['live'],
): LiveConfiguration[] {
  return applet.configurations.map((configuration) => {
    const feature = features.find(({ slug }) => slug === configuration.slug)
    if (!feature || stored === null) return { ...configuration, live_configurations: [] }
    const switchedOff = live.find(({ slug }) => slug === feature.slug)?.disabled ?? false
    return {
      ...configuration,
      live_configurations: [{ disabled: isFeatureOff({ feature, fields, stored, switchedOff }) }],
    }
  })
}

/** No page gets a secret, sealed or not. */
function shownFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isSealedSecret(value) ? SECRET_KEPT : value]),
  )
}
