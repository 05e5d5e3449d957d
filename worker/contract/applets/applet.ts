import type { MobileSystem } from '../messages/app-link.ts'
import type { Brand } from '../shared/brand-color.ts'
import type { FieldSyntax, FieldType, Service, StepKind } from '../connections/service.ts'
import type { NamedIngredient } from '../ingredients/named-ingredient.ts'
import type { SecretAddress } from '../hooks/secret-address.ts'
import type { SaidPart } from '../shared/said-part.ts'
import type { AppletTrouble } from './applet-trouble.ts'
import type { FixedDestination, VersionUpdate } from './fixed-destination.ts'
import type { Me } from '../accounts/me.ts'
import type { EnablementRules } from '../upgrade/upgrade.ts'

export const CONFIG_TYPES = ['static', 'dynamic'] as const
export type ConfigType = (typeof CONFIG_TYPES)[number]

/** The reach of an operator's takedown: this Applet, or all Applets of its author. */
export const TAKEN_DOWN = ['applet', 'author'] as const

/** The three statuses of §3, and `archived` for the author. */
export const APPLET_STATUSES = ['never_enabled_for_user', 'enabled_for_user', 'disabled_for_user', 'archived'] as const
export type AppletStatus = (typeof APPLET_STATUSES)[number]

/** {applet word} and {kind} of §8. */
export function appletWord(configType: ConfigType): 'Applet' | 'connection' {
  return configType === 'dynamic' ? 'connection' : 'Applet'
}

/** After an Applet was turned on, made or set up for the first time. */
export function isOnNow(name: string): string {
  return `Turned on: ${name}`
}

/** A step's field that the user fills in. `key` is "{id}.{slug}". */
export type AppletField = {
  key: string
  label: string
  hint: string | null
  type: FieldType
  required: boolean
  options: { label: string; value: string }[] | null
  /** For live options: the address to send to /stored_fields/options as resolve_url (§3). */
  resolve_url: string | null
  default_value: string | null
  step_name: string
  module_name: string
}

/**
 * `shown_for`: it is for this choice in another field of the page; null where it is for any. `syntax`: the language of its
 * text; null for plain text.
 */
export type FieldToEdit = AppletField & {
  shown_for: { key: string; value: string } | null
  syntax: FieldSyntax | null
}

/** A step of an Applet's list is a service's, or the Applet's own: its filter, or a wait. */
export type AppletStepKind = StepKind | 'filter' | 'wait'

/** A step of an Applet in words. `id` and `kind`: as in its document. */
export type SaidStep = { id: number; kind: AppletStepKind; parts: SaidPart[] }

export type AppletStep = {
  position: number
  kind: StepKind
  slug: string
  name: string
  description: string
  service: Service
  /** Which of several accounts of one service this step uses, from 0. */
  account_slot: number
  /** The feature of a dynamic connection that it belongs to; null for every feature. */
  feature: string | null
}

export type Configuration = {
  slug: string
  title: string
  icon: string
  /** Always on. */
  required: boolean
  /** The feature stays off until the user fills in its fields on the edit page. */
  has_fields: boolean
}

/** §3 configurations: a feature, and whether the user has turned it off; empty before they have had the Applet. */
export type LiveConfiguration = Configuration & { live_configurations: { disabled: boolean }[] }

/** The parts of an Applet on a card. */
export type AppletCard = {
  id: number
  friendly_id: string | null
  name: string
  brand_color: string
  brand: Brand
  config_type: ConfigType
  author: string
  enabled_count: number
  services: Pick<Service, 'module_name' | 'name' | 'monochrome_image_url'>[]
}

/** An Applet as everyone sees it (§3). Delay in seconds, times in ms. */
export type Applet = AppletCard & {
  description: string
  author_id: string
  /** Anyone can find the Applet: it is published and not archived. */
  published: boolean
  /** It may stand in lists, search and sitemaps; a new author's only after a while. */
  listed: boolean
  /** An operator took it down: it runs for nobody, and nobody can turn it on. */
  taken_down: boolean
  applet_type: MobileSystem | null
  /** The lowest plan that allows its steps is Pro+, or a higher one. */
  pro_features: boolean
  /** It is Pro. */
  intermediate_pro_features: boolean
  created_at: number
  applet_trigger: AppletStep | null
  /** Those of a dynamic connection's further features. */
  other_triggers: AppletStep[]
  applet_queries: AppletStep[]
  filter_code: string | null
  applet_actions: AppletStep[]
  normalized_applet: { actions_delay: number }
  configurations: Configuration[]
  value_propositions: { title: string; text: string }[]
  /** Services in the order of the steps, each once. */
  step_services: Service[]
  /** The Applet has fields for the user to fill in. With `needs_configuration` it cannot run before. */
  has_fields: boolean
  needs_configuration: boolean
  has_webhook: boolean
  /** It starts with a press on its page. */
  has_button: boolean
  /** It starts with a mail to an address of its user's own. */
  has_mail: boolean
  show_app_modal: boolean
  /** The version that this is: a press of Connect takes that one or none. */
  rev: number
  /** Where its author made it send things, the same for everyone. */
  fixed_destinations: FixedDestination[]
}

/** The parts of an Applet, besides its steps, that its author changes. */
export type PublicFace = Pick<Applet, 'name' | 'description' | 'brand_color' | 'value_propositions'>

/** The part of an Applet that depends on the signed-in viewer. Times in ms. */
export type AppletForViewer = {
  applet_id: number
  status: AppletStatus
  is_author: boolean
  can_publish: boolean
  /** The Applet was enabled but is paused, because the plan does not allow it or has no room for it. */
  paused: boolean
  /** The author has saved another version since, which this user gets with their next Save. */
  newer_version: boolean
  /**
   * Services in the order of the steps. `connected`: the user has enough working accounts for the Applet (§3 Service).
   */
  connections: { module_name: string; connected: boolean; broken: boolean; granted: boolean }[]
  enablement_rules: EnablementRules
  push_enabled: boolean
  can_push_enable: boolean
  failed_applet_run_notifications_enabled: boolean
  run_count: number
  last_run: number | null
  /** What keeps the Applet from its work while it is on; null also where their Runner is away. */
  trouble: AppletTrouble | null
  /** When the user last changed the Applet. */
  last_change: number | null
  fields: Record<string, string>
  configurations: LiveConfiguration[]
  /** The user's secret webhook address while the Applet is enabled (§2.1). */
  hook_url: string | null
  /** Where mail starts the Applet while it is enabled; null for one that no mail starts. */
  mail_address: SecretAddress | null
  /** What it does for a user who has it or made it: each step as a sentence, in their order; none for others. */
  said: SaidStep[]
  /** Whether the user has rated the Applet (§2.5). */
  rated: boolean
}

/** Every Applet call answers `{applet}`: the Applet with the viewer's part. */
export type AppletOfUser = Omit<Applet, keyof AppletForViewer> & AppletForViewer
export type AppletResponse = { applet: AppletOfUser }
/** After turning off or deleting. `stopped`: false while its Runner does not know yet; then it stops within a minute. */
export type StoppedApplet = AppletOfUser & { stopped: boolean }
export type StoppedResponse = { applet: StoppedApplet }
/** GET /api/applets/{id}. A visitor gets only the public part. */
export type AppletPageResponse = { applet: Applet | AppletOfUser }
/** GET /api/applets/{id}/viewer */
export type AppletViewerResponse = { viewer: AppletForViewer | null }
/** GET /api/applets/{id}/edit */
export type AppletEditResponse = {
  applet: Applet
  viewer: AppletForViewer
  fields: FieldToEdit[]
  /** What texts may have, by the name that each has there. */
  ingredients: NamedIngredient[]
  /** How it differs from the one that the viewer has; null where that is the same. */
  update: VersionUpdate | null
  /** The viewer's accounts for each service's slots. */
  accounts: { id: string; module_name: string; account_name: string }[]
}

export type ConfigurationsResponse = AppletResponse & { normalized_applet_configurations: LiveConfiguration[] }

/** GET /api/applets/{id}/connection_check (§8) */
export type ConnectionCheck = { connection_already_exists: null | { message: string } }

/** GET /api/applets/{id}/upgrade_details (§7): why the user is blocked and how to lift it. */
export type UpgradeDetails = {
  applet: {
    id: number
    normalized_applet: Pick<AppletForViewer, 'enablement_rules' | 'failed_applet_run_notifications_enabled'>
  }
  me: Pick<
    Me,
    | 'login'
    | 'tier'
    | 'eligible_for_trial'
    | 'eligible_trial_period'
    | 'isTrialing'
    | 'subscriptionPaymentType'
    | 'user_subscriptions'
    | 'applet_quota_slots_total'
    | 'applet_quota_slots_remaining'
  >
}

/** The events of an Applet on the activity pages. */
const APPLET_EVENTS = [
  'enabled',
  'saved',
  'disabled',
  'deleted',
  'archived',
  'restored',
  'published',
  'unpublished',
  'republished',
  'renamed',
  'configurations_changed',
  'notifications_changed',
  'hook_url_changed',
  'mail_address_changed',
  'paused',
  'resumed',
] as const
export type AppletEvent = (typeof APPLET_EVENTS)[number]
