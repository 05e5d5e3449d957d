import type { Feature, SoldPlan, UserTier } from '../../../contract/tiers.ts'
import {
  accountRules,
  appletRules,
  conversionRules,
  needsOfSteps,
  stepRules,
  type Needs,
} from '../../../contract/enablement/enablement-rules.ts'
import { NOT_BLOCKED, type EnablementRules } from '../../../contract/upgrade/upgrade.ts'
import type { DraftView } from '../../../contract/drafts/draft.ts'
import type { LoadedDraft } from './load-draft.ts'
import type { ResolvedStep } from './resolved-step.ts'

/** Collects what an Applet of these steps needs of a plan. */
export function needsOfDraft(resolved: readonly ResolvedStep[], hasFilterCode: boolean): Needs {
  return needsOfSteps(
    resolved.map(({ kind, step, service }) => ({
      kind,
      account_slot: step.account_slot,
      connect_kind: service?.connect_kind ?? 'none',
      minimum_tier: service?.minimum_tier ?? null,
      feature: null,
    })),
    hasFilterCode,
  )
}

/**
 * Why the viewer cannot turn the draft on (§2.4). One's own Applet that had neither query nor filter code is converted
 * by the first one; the quota asks nothing of an Applet that exists.
 */
export function rulesOfDraft(loaded: LoadedDraft, needs: Needs): EnablementRules {
  const { applet, actor, enabled } = loaded
  const given = { status: 'never_enabled_for_user', needs } as const
  if (!applet) return appletRules(actor, { ...given, enabled })
  const conversion = conversionRules(actor)
  if (conversion.block_user && isConverted(loaded, needs)) return conversion
  return appletRules(actor, { ...given, enabled: 0 })
}

const PRO_PLUS_FEATURES = ['queries', 'filter_code'] as const satisfies Feature[]

function isConverted(loaded: LoadedDraft, { features }: Needs): boolean {
  return !wasProPlus(loaded) && PRO_PLUS_FEATURES.some((feature) => features.includes(feature))
}

function wasProPlus({ applet }: LoadedDraft): boolean {
  return applet?.newest.doc.steps.some(({ kind }) => kind === 'filter' || kind === 'query') ?? false
}

/** Why the viewer's plan does not allow this step where it stands: its kind and service, its account, its place. */
export function rulesOfStep(resolved: readonly ResolvedStep[], own: ResolvedStep, user: UserTier): EnablementRules {
  const minimum_tier: SoldPlan | null = own.service?.minimum_tier ?? null
  const ofStep = stepRules(user, own.kind, minimum_tier)
  if (ofStep.block_user) return ofStep
  const usesAccount = own.service !== null && own.service.connect_kind !== 'none'
  const ofAccount = usesAccount ? accountRules(user, own.step.account_slot) : NOT_BLOCKED
  if (ofAccount.block_user) return ofAccount
  const isSecond = own.kind === 'action' && resolved.find(({ kind }) => kind === 'action') !== own
  return isSecond ? featureRules(user, 'multi_action') : NOT_BLOCKED
}

/** Finds the rules of the viewer's plan for each part that may be added. */
export function partRules(loaded: LoadedDraft): DraftView['part_rules'] {
  const { actor, applet } = loaded
  const proPlus = (feature: Feature) =>
    applet && !wasProPlus(loaded) ? conversionRules(actor) : featureRules(actor, feature)
  return {
    query: proPlus('queries'),
    when: proPlus('filter_code'),
    action: featureRules(actor, 'multi_action'),
  }
}

function featureRules(user: UserTier, feature: Feature): EnablementRules {
  const needs = { features: [feature], services: [] }
  return appletRules(user, { enabled: 0, status: 'never_enabled_for_user', needs })
}
