import { slotsOf } from '../../contract/enablement/enablement-rules.ts'
import type { Ctx } from '../../system/context/context.ts'
import type {
  AppletEditResponse,
  AppletPageResponse,
  AppletViewerResponse,
  ConnectionCheck,
  UpgradeDetails,
} from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { VersionUpdate } from '../../contract/applets/fixed-destination.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { ingredientsOf } from '../sentences/say-applet.ts'
import { compareVersions } from './compare-versions.ts'
import { fieldsToEdit } from './fields-to-edit.ts'
import { answerOf, loadApplet, loadForUser, ownVersion, viewerOf, type LoadedForUser } from './load-applet.ts'

/** Each read takes one round trip, a second one for an older version of the viewer's, and throws `not_found` if the Applet is hidden from this viewer. */

/** The Applet, with the viewer's part if they are signed in. */
export async function readApplet(ctx: Ctx, ref: AppletKey): Promise<AppletPageResponse> {
  const { viewerState, ...loaded } = await loadApplet(ctx, ref)
  return { applet: viewerState ? await answerOf(ctx, { ...loaded, ...viewerState }) : loaded.applet }
}

/** Only the viewer's part, for pages whose public part comes from a cache. */
export async function readViewer(ctx: Ctx, ref: AppletKey): Promise<AppletViewerResponse> {
  const { viewerState, ...loaded } = await loadApplet(ctx, ref)
  return { viewer: viewerState && (await viewerOf(ctx, { ...loaded, ...viewerState })) }
}

/** The edit page's content: the fields its author left open, and the accounts that list options for them. */
export async function readForEditing(ctx: Ctx, ref: AppletKey): Promise<AppletEditResponse> {
  const loaded = await loadForUser(ctx, ref)
  const { applet, document, accounts } = loaded
  const used = new Set(applet.step_services.map(({ module_name }) => module_name))
  const fields = await fieldsToEdit(ctx, loaded)
  const features = Map.groupBy(stepsOfServices(document.steps), ({ feature }) => feature)
  return {
    applet,
    viewer: await viewerOf(ctx, loaded),
    fields,
    ingredients: [...features.values()].flatMap((steps) => ingredientsOf(steps)),
    update: await readUpdate(ctx, loaded),
    accounts: accounts
      .filter(({ status, module_name }) => status === 'connected' && used.has(module_name))
      .map(({ id, module_name, account_name }) => ({ id, module_name, account_name })),
  }
}

/** How the version that the user gets with Save differs from the one that they have; null where it is the same. */
export async function readUpdate(ctx: Ctx, loaded: LoadedForUser): Promise<VersionUpdate | null> {
  const before = await ownVersion(ctx, loaded)
  return before && compareVersions(before, loaded)
}

/** §4.10: a dynamic connection can be created only once. The message is shown as a flash (§8). */
export async function checkConnection(ctx: Ctx, ref: AppletKey): Promise<ConnectionCheck> {
  const { applet, viewer } = await loadForUser(ctx, ref)
  const exists = applet.config_type === 'dynamic' && viewer.status === 'enabled_for_user'
  const name = applet.step_services[0]?.name ?? applet.name
  return { connection_already_exists: exists ? { message: `You already have a connection to ${name}.` } : null }
}

/** The data that the upgrade modal needs to explain why it opened (§2.4). */
export async function readUpgradeDetails(ctx: Ctx, ref: AppletKey): Promise<UpgradeDetails> {
  const { applet, viewer, actor, enabled } = await loadForUser(ctx, ref)
  const { enablement_rules, failed_applet_run_notifications_enabled } = viewer
  const { login, tier, eligible_for_trial, eligible_trial_period, isTrialing } = actor
  const { subscriptionPaymentType, user_subscriptions } = actor
  return {
    applet: { id: applet.id, normalized_applet: { enablement_rules, failed_applet_run_notifications_enabled } },
    me: {
      login,
      tier,
      eligible_for_trial,
      eligible_trial_period,
      isTrialing,
      subscriptionPaymentType,
      user_subscriptions,
      ...slotsOf(tier, enabled),
    },
  }
}
