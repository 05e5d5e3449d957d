import type { SoldPlan } from '../tiers.ts'
import type { StepKind } from '../connections/service.ts'

/** A step of an Applet at one version. */
export type VersionStep = {
  position: number
  kind: StepKind
  module_name: string
  slug: string
  /** False for a built-in service. */
  needs_account: boolean
  /** Which of several accounts of the service it uses, from 0. */
  account_slot: number
  /** The feature that it belongs to; null for every feature, and in an Applet without features. */
  feature: string | null
  /** Values that the author fixed. Secret ones are sealed. */
  fields: Record<string, string>
  /** Slugs of the fields that the user fills in, with the default that an absent one takes; null for none. */
  user_fields: Record<string, string | null>
}

/** A feature of a dynamic connection. `fields`: keys of the fields without which it stays off. */
type VersionFeature = { slug: string; required: boolean; fields: string[] }

/** The part of an Applet that runs, as it was at one version: it never changes. */
export type AppletVersion = {
  /** In their order; empty for an Applet without features. */
  features: VersionFeature[]
  steps: VersionStep[]
  filter_code: string | null
  /** Compiled by worker/engine/filter when the version is written. */
  filter: { version: 1; tree: unknown } | null
  /** Seconds. */
  wait: number
  /** The highest of the plans that its exclusive services need; null without one. */
  plan: SoldPlan | null
}
