import type { Ctx } from '../../system/context/context.ts'
import type { ConfigurationsResponse } from '../../contract/applets/applet.ts'
import type { ConfigurationsInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import { changeApplet } from './change-applet.ts'
import { featureProblem } from '../read/feature-rules.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import {
  configurationNeededError,
  invalidFieldsError,
  requireAllowed,
  requireAllowedAction,
  statusConflict,
} from './require-allowed.ts'

/**
 * Switches features of a connection (§1, §7 Update configurations); unnamed features stay as they are. Throws, all with
 * the edit path (§8): `invalid_input` with one error per feature that is unknown or always on, or per field that became
 * invalid; `needs_configuration` for a feature without the fields it needs. Also throws `tier_required` when a feature
 * is switched on that the tier does not allow.
 */
export async function setConfigurations(
  ctx: Ctx,
  ref: AppletKey,
  changes: ConfigurationsInput,
): Promise<ConfigurationsResponse> {
  const { done, loaded } = await changeApplet(ctx, ref, (now) => switching(now, changes))
  if (!done) throw statusConflict(loaded, 'configure')
  const applet = await answerOf(ctx, loaded)
  return { applet, normalized_applet_configurations: applet.configurations }
}

function switching(loaded: LoadedForUser, changes: ConfigurationsInput): AppletChange {
  requireAllowedAction(loaded, 'configure')
  if (changes.some(({ disabled }) => !disabled)) requireFeatures(loaded)
  const errors = changes.flatMap((change) => problemOf(loaded, change) ?? [])
  if (errors.length > 0) throw invalidFieldsError(loaded, errors)
  requireConfigured(loaded, changes)
  const wanted = new Map(changes.map(({ slug, disabled }) => [slug, disabled]))
  const features = Array.from(wanted, ([slug, disabled]) => ({ slug, disabled }))
  return { events: ['configurations_changed'], only_if: ['has_it'], own: { kind: 'switch_features', features } }
}

/** Features that the tier does not allow cannot be switched on. A full quota does not matter here. */
function requireFeatures({ viewer }: LoadedForUser): void {
  if (viewer.enablement_rules.block_reason !== 'applet_quota') requireAllowed(viewer)
}

function problemOf({ applet }: LoadedForUser, { slug, disabled }: ConfigurationsInput[number]): FieldError | null {
  const feature = applet.configurations.find((each) => each.slug === slug)
  if (!feature) return { attribute: slug, message: SENTENCES.unknown_feature }
  if (feature.required && disabled) return { attribute: slug, message: SENTENCES.feature_always_on(feature.title) }
  return null
}

function requireConfigured(loaded: LoadedForUser, changes: ConfigurationsInput): void {
  const { features, fields, viewer } = loaded
  const slugs = new Set(changes.filter(({ disabled }) => !disabled).map(({ slug }) => slug))
  for (const feature of features.filter(({ slug }) => slugs.has(slug))) {
    const problem = featureProblem(feature, fields, viewer.fields)
    if (problem?.kind === 'missing') throw configurationNeededError(loaded)
    if (problem) throw invalidFieldsError(loaded, problem.errors)
  }
}
