import type { AppletDocument, ServiceStep } from '../../contract/applets/applet-document.ts'
import { labelsOf, type ChoiceLabels } from '../../contract/applets/choice-label.ts'
import { stepsOfKind, stepsOfServices } from '../../contract/applets/step-list.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { needsOfSteps } from '../../contract/enablement/enablement-rules.ts'
import type { StepKind } from '../../contract/connections/service.ts'
import type { RunSettings } from '../../contract/runs/run-answers.ts'
import type {
  FollowingStep,
  Program,
  ProgramBranch,
  ProgramStep,
  RunnerSnapshot,
} from '../../system/runner-api/program.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'

/** One user's Applet, as it is read from D1. */
export type EnabledApplet = Pick<
  Program,
  'applet_id' | 'name' | 'version' | 'running' | 'enabled_at' | 'hook_key_hash' | 'notify_runs' | 'notify_failures'
> &
  RunSettings & {
    doc: AppletDocument
    /** The user's values, keyed "{id}.{slug}". */
    fields: Record<string, string>
    /** Of the user's live choices. */
    labels: ChoiceLabels
    /** Slugs of the features that the user switched off. */
    switched_off: readonly string[]
  }

/** The user's accounts in the order of connecting: a step's slot counts them, also the broken ones. */
type Accounts = readonly Pick<RunnerSnapshot['accounts'][number], 'id' | 'module_name'>[]

/** Compiles the program that the Runner has for this user. A step whose account is missing has none. */
export async function compileProgram(user_id: string, applet: EnabledApplet, accounts: Accounts): Promise<Program> {
  const { doc } = applet
  // Never without its filter: an Applet whose filter does not compile runs nothing.
  const isCompiled = stepsOfKind(doc.steps, 'filter').every(({ compiled }) => compiled !== null)
  const triggers = isCompiled ? liveTriggers(applet) : []
  return {
    applet_id: applet.applet_id,
    version: applet.version,
    name: applet.name,
    running: applet.running,
    enabled_at: applet.enabled_at,
    needs: needsOf(doc),
    branches: await Promise.all(triggers.map((trigger) => toBranch({ user_id, applet, accounts }, trigger))),
    hook_key_hash: triggers.some(({ module_name }) => module_name === 'webhooks') ? applet.hook_key_hash : null,
    notify_runs: applet.notify_runs,
    notify_failures: applet.notify_failures,
    keep_contents: applet.keep_contents,
    min_gap: applet.min_gap,
    quiet: applet.quiet,
    expect_every: applet.expect_every === null ? null : applet.expect_every * HOUR,
  }
}

function needsOf({ steps, plan }: AppletDocument): Program['needs'] {
  const needSteps = stepsOfServices(steps).map(({ kind, account_slot, feature, needs_account }) => {
    return {
      kind,
      account_slot,
      feature,
      connect_kind: needs_account ? ('key' as const) : ('none' as const),
      minimum_tier: null,
    }
  })
  const { features } = needsOfSteps(needSteps, stepsOfKind(steps, 'filter').length > 0)
  return {
    multi_action: features.includes('multi_action'),
    queries: features.includes('queries'),
    filter_code: features.includes('filter_code'),
    several_accounts: features.includes('multi_service_account'),
    plan,
  }
}

/** The triggers of the features that are on; a static Applet's own. */
function liveTriggers(applet: EnabledApplet): ServiceStep<'trigger'>[] {
  return stepsOfKind(applet.doc.steps, 'trigger').filter(({ feature }) => isOn(applet, feature))
}

/** A required feature is always on. Any other is off if its user says so, or while a field that it needs is empty. */
function isOn(applet: EnabledApplet, slug: string | null): boolean {
  if (slug === null) return true
  const feature = applet.doc.features.find((each) => each.slug === slug)
  if (!feature) return false
  if (feature.required) return true
  return !applet.switched_off.includes(slug) && feature.fields.every((key) => valueOf(applet, key).trim() !== '')
}

function valueOf({ doc, fields }: EnabledApplet, key: string): string {
  const own = fields[key]
  if (own !== undefined) return own
  const step = stepsOfServices(doc.steps).find(({ id }) => key.startsWith(`${id}.`))
  const slug = key.slice(key.indexOf('.') + 1)
  return step?.fields[slug] ?? step?.user_fields[slug] ?? ''
}

type Owner = { user_id: string; applet: EnabledApplet; accounts: Accounts }

async function toBranch(owner: Owner, trigger: ServiceStep<'trigger'>): Promise<ProgramBranch> {
  // A trigger of all features starts the actions of those that are on.
  const isFollowing = ({ feature }: ServiceStep) =>
    trigger.feature === null ? isOn(owner.applet, feature) : feature === null || feature === trigger.feature
  const first = toStep(owner, trigger)
  return {
    feature: trigger.feature,
    trigger: { ...first, identity: await identityOf(owner.user_id, first) },
    steps: owner.applet.doc.steps.flatMap((step): FollowingStep[] => {
      switch (step.kind) {
        case 'trigger':
          return []
        case 'query':
        case 'action':
          return isFollowing(step) ? [toStep(owner, step)] : []
        case 'filter':
          return [{ id: step.id, kind: step.kind, compiled: { version: 2, source: step.code } }]
        case 'wait':
          return [step]
      }
    }),
  }
}

function toStep<Kind extends StepKind>({ applet, accounts }: Owner, step: ServiceStep & { kind: Kind }) {
  const { id, kind, module_name, slug, needs_account, account_slot, user_fields } = step
  const keyOf = (field: string) => `${id}.${field}`
  // An empty field is there too: filter code may set it.
  const given = Object.entries(user_fields).map(([field, default_value]): [string, string] => {
    return [field, applet.fields[keyOf(field)] ?? default_value ?? '']
  })
  const labels = { ...labelsOf(step.labels, step.fields), ...labelsOf(applet.labels, Object.fromEntries(given), keyOf) }
  const own = needs_account ? accounts.filter((account) => account.module_name === module_name) : []
  return {
    id,
    kind,
    module_name,
    slug,
    fields: { ...step.fields, ...Object.fromEntries(given) },
    ...(Object.keys(labels).length > 0 && { labels }),
    account_id: own[account_slot]?.id ?? null,
  }
}

/** Equal ones share one poll subscription. The order of the fields does not matter. */
function identityOf(user_id: string, { module_name, slug, fields, account_id }: ProgramStep): Promise<string> {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256Hex(JSON.stringify([user_id, module_name, slug, sorted, account_id]))
}
