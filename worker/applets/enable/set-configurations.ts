import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { ConfigurationsResponse, LiveConfiguration } from '../../contract/applets/applet.ts'
import type { ConfigurationsInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from './change-applet.ts'
import { writesFeature } from './written-rows.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import { configurationNeededError, invalidFieldsError, requireAllowed } from './enablement-change.ts'
import { featureProblem } from '../read/feature-rules.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { activity_log, enablements, live_configurations } from '../../db/schema/applets.ts'

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
  const loaded = await loadForUser(ctx, ref)
  requireAllowedAction(loaded, 'configure')
  if (changes.some(({ disabled }) => !disabled)) requireFeatures(loaded)
  const errors = changes.flatMap((change) => problemOf(loaded, change) ?? [])
  if (errors.length > 0) throw invalidFieldsError(loaded, errors)
  requireConfigured(loaded, changes)
  const wanted = new Map(changes.map(({ slug, disabled }) => [slug, disabled]))
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'configurations_changed',
    when: hasEnablement(loaded.actor.id, loaded.row.id),
    writes: (_, marker) => [...wanted].map(([slug, disabled]) => write(ctx, loaded, { slug, disabled, marker })),
  })
  if (!done) throw statusConflict(after, 'configure')
  return { applet: await answerOf(ctx, after), normalized_applet_configurations: liveOf(after) }
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

/** Also works for a feature added after the user connected, which has no row yet. */
function write(
  { db }: Ctx,
  { actor, row }: LoadedForUser,
  { slug, disabled, marker }: ConfigurationsInput[number] & { marker: string },
) {
  const values = {
    enablement_id: enablements.id,
    slug: sql<string>`${slug}`.as('slug'),
    disabled: sql<boolean>`${Number(disabled)}`.as('disabled'),
  }
  return writesFeature(
    db
      .insert(live_configurations)
      .select(
        db
          .select(values)
          .from(enablements)
          .innerJoin(activity_log, eq(activity_log.id, marker))
          .where(ownEnablement(actor.id, row.id)),
      )
      .onConflictDoUpdate({ target: [live_configurations.enablement_id, live_configurations.slug], set: { disabled } })
      .returning(),
  )
}

function liveOf({ applet, viewer }: LoadedForUser): LiveConfiguration[] {
  return applet.configurations.map((feature) => ({
    ...feature,
    live_configurations: viewer.live_configurations
      .filter(({ slug }) => slug === feature.slug)
      .map(({ disabled }) => ({ disabled })),
  }))
}
