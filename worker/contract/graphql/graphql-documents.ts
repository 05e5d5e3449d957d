import type { Me } from '../accounts/me.ts'
import type { AppletCard, UpgradeDetails } from '../applets/applet.ts'
import type { ErrorCode } from '../errors.ts'

/** A GraphQL document with the types of its variables and result. The types do not exist at run time. */
export type Operation<Variables, Data> = { query: string; variables?: Variables; data?: Data }

/** §7 Recommended. */
export const RECOMMENDED_APPLETS: Operation<
  { module_names: string[]; count: number; except: number | null },
  { recommended_applets_for_channels: AppletCard[] }
> = {
  query: `query Recommended($module_names: [String!]!, $count: Int!, $except: Int) {
  recommended_applets_for_channels(module_names: $module_names, count: $count, except: $except) {
    id friendly_id name brand_color brand { background tone } config_type author enabled_count
    services { module_name name monochrome_image_url }
  }
}`,
}

export type MutationError = { attribute: string | null; message: string }

/** §7 Applet update, the part that pages use. */
export const RENAME_APPLET: Operation<
  { applet_id: number; name: string },
  { normalizedAppletUpdate: { errors: MutationError[] } }
> = {
  query: `mutation Rename($applet_id: ID!, $name: String!) {
  normalizedAppletUpdate(applet_id: $applet_id, name: $name) { errors { attribute message } }
}`,
}

/** §7 Me and rules. Pages get both with the Applet; our other clients request them separately. */
export const ME_AND_RULES: Operation<
  { applet_id: string | number },
  { me: MyLimits | null; normalized_applet: UpgradeDetails['applet']['normalized_applet'] | null }
> = {
  query: `query MeAndRules($applet_id: ID!) {
  me {
    login tier eligible_for_trial eligible_trial_period applet_quota_slots_total applet_quota_slots_remaining
    user_subscriptions { payment_type }
  }
  normalized_applet(id: $applet_id) {
    enablement_rules { block_user minimum_tier block_reason } failed_applet_run_notifications_enabled
  }
}`,
}
type MyLimits = Pick<
  Me,
  | 'login'
  | 'tier'
  | 'eligible_for_trial'
  | 'eligible_trial_period'
  | 'applet_quota_slots_total'
  | 'applet_quota_slots_remaining'
  | 'user_subscriptions'
>

/** §7 Applet update, complete. */
export const UPDATE_APPLET: Operation<
  { applet_id: string | number; failed?: boolean; push?: boolean; name?: string },
  { normalizedAppletUpdate: { errors: MutationError[] } }
> = {
  query: `mutation UpdateApplet($applet_id: ID!, $failed: Boolean, $push: Boolean, $name: String) {
  normalizedAppletUpdate(
    applet_id: $applet_id
    failed_applet_run_notifications_enabled: $failed
    push_enabled: $push
    name: $name
  ) { errors { attribute message } }
}`,
}

type GraphqlError = {
  message: string
  path?: (string | number)[]
  extensions?: { type?: ErrorCode; code?: ErrorCode; status?: number }
}
/** POST /graphql */
export type GraphqlResponse<Data> = { data?: Data | null; errors?: GraphqlError[] }
