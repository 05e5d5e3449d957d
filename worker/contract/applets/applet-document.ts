import { SOLD_PLANS, type SoldPlan } from '../tiers.ts'
import type { ConnectKind, StepKind } from '../connections/service.ts'
import { labelsOf, type ChoiceLabels } from './choice-label.ts'
import { FILTER_ID, stepsOfKind, WAIT_ID } from './step-list.ts'

/** What is chosen of a service's step: the same in a draft and in the document that it becomes. */
export type ChosenStep<Kind extends StepKind = StepKind> = Kind extends StepKind
  ? {
      kind: Kind
      module_name: string
      slug: string
      /** Which of several accounts of the service it uses, from 0. */
      account_slot: number
      /** Values by the field's slug, texts with `{{Ingredient}}`. Secret ones are sealed. */
      fields: Record<string, string>
      /** Of the live choices among them. */
      labels?: ChoiceLabels | undefined
    }
  : never

/** A step of a service in an Applet. Its `fields` are those that the author fixed. */
export type ServiceStep<Kind extends StepKind = StepKind> = ChosenStep<Kind> & {
  /** Names the step within its Applet for good: it is kept when the step is moved, and never given again. */
  id: number
  /** False for a built-in service. */
  needs_account: boolean
  /** The feature that it belongs to; null for every feature, and in an Applet without features. */
  feature: string | null
  /** Slugs of the fields that the user fills in, with the default that an absent one takes; null for none. */
  user_fields: Record<string, string | null>
}

/** Filter code that was checked; of version 1 is what an engine of before ran. */
export type StoredFilter = { version: 2; source: string } | { version: 1; tree: unknown }

/** Decides which actions are done. `compiled`: null for code that does not compile; then nothing of the Applet runs. */
type FilterStep = { id: number; kind: 'filter'; code: string; compiled: StoredFilter | null }

/** Holds up what is below it, up to 30 days. */
export type WaitStep = { id: number; kind: 'wait'; seconds: number }

/** A feature of a dynamic connection. `fields`: keys of the fields without which it stays off. */
type DocumentFeature = { slug: string; required: boolean; fields: string[] }

/** The part of an Applet that runs, as it was at one version: it never changes. */
export type AppletDocument = {
  /** In their order; empty for an Applet without features. */
  features: DocumentFeature[]
  /** In their order: triggers, queries, the filter, the wait, actions. */
  steps: (ServiceStep | OwnStep)[]
  /** The highest of the plans that its exclusive services need; null without one. */
  plan: SoldPlan | null
}

/** A step that was chosen for an Applet, with what the catalog has of it. */
export type CatalogedStep = ChosenStep & {
  id: number
  feature: string | null
  connect_kind: ConnectKind
  minimum_tier: SoldPlan | null
  step_fields: readonly { slug: string; default_value: string | null }[]
}

type OwnStep = FilterStep | WaitStep

/** The document with these steps, in their order. */
export function makeDocument(
  steps: readonly (CatalogedStep | OwnStep)[],
  features: DocumentFeature[] = [],
): AppletDocument {
  const plans = new Set(steps.map((step) => ('minimum_tier' in step ? step.minimum_tier : null)))
  return {
    features,
    steps: steps.map((step) => ('minimum_tier' in step ? toServiceStep(step) : step)),
    plan: SOLD_PLANS.findLast((plan) => plans.has(plan)) ?? null,
  }
}

function toServiceStep({ connect_kind, step_fields, minimum_tier: _plan, ...step }: CatalogedStep): ServiceStep {
  const { id, kind, module_name, slug, account_slot, feature, fields } = step
  const labels = labelsOf(step.labels, fields)
  const open = step_fields.filter((field) => !Object.hasOwn(fields, field.slug))
  const user_fields = Object.fromEntries(open.map((field) => [field.slug, field.default_value]))
  const needs_account = connect_kind !== 'none'
  return {
    id,
    kind,
    module_name,
    slug,
    needs_account,
    account_slot,
    feature,
    fields,
    ...(Object.keys(labels).length > 0 && { labels }),
    user_fields,
  }
}

/** As versions were stored before the filter and the wait were steps, and with positions for ids. */
type DocumentBefore = Omit<AppletDocument, 'steps'> & {
  steps: (Omit<ServiceStep, 'id'> & { position: number })[]
  filter_code: string | null
  filter: StoredFilter | null
  wait: number
}

/** Reads a stored document, also one of before. */
export function upcastDocument(stored: AppletDocument | DocumentBefore): AppletDocument {
  if (!('wait' in stored)) return stored
  const { features, steps, filter_code, filter, wait, plan } = stored
  const ofServices = steps.map(({ position, ...step }): ServiceStep => ({ id: position, ...step }))
  return {
    features,
    steps: [
      ...stepsOfKind(ofServices, 'trigger'),
      ...stepsOfKind(ofServices, 'query'),
      ...(filter_code === null
        ? []
        : [{ id: FILTER_ID, kind: 'filter' as const, code: filter_code, compiled: filter }]),
      ...(wait === 0 ? [] : [{ id: WAIT_ID, kind: 'wait' as const, seconds: wait }]),
      ...stepsOfKind(ofServices, 'action'),
    ],
    plan,
  }
}
