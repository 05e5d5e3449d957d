import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { ConfigurationsResponse, LiveConfiguration } from '../contract/applets.ts'
import type { ConfigurationsInput } from '../contract/applet-input.ts'
import type { FieldError } from '../contract/errors.ts'
import { AppError } from '../http/app-error.ts'
import type { AppletRef } from './applet-queries.ts'
import { changeApplet } from './change-applet.ts'
import { has, own } from './conditions.ts'
import { loadForUser, ofUser, type UserWorld } from './load-applet.ts'
import { requireAction } from './require-action.ts'
import { activity_log, enablements, live_configurations } from './tables.ts'

/**
 * Switches features of a connection (§1, §7 Update configurations); those not named stay as they are. Throws
 * `invalid_input` with one error a feature that is unknown or may not be switched off.
 */
export async function setConfigurations(
  ctx: Ctx,
  ref: AppletRef,
  changes: ConfigurationsInput,
): Promise<ConfigurationsResponse> {
  const world = await loadForUser(ctx, ref)
  requireAction(world, 'configure')
  const errors = changes.flatMap((change) => problemOf(world, change) ?? [])
  if (errors.length > 0) throw new AppError('invalid_input', { errors })
  const wanted = new Map(changes.map(({ slug, disabled }) => [slug, disabled]))
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'configurations_changed',
    when: has(world.actor.id, world.row.id),
    writes: (_, marker) => [...wanted].map(([slug, disabled]) => write(ctx, world, { slug, disabled, marker })),
  })
  if (!done) throw new AppError('conflict')
  return { applet: ofUser(after), normalized_applet_configurations: liveOf(after) }
}

function problemOf({ applet }: UserWorld, { slug, disabled }: ConfigurationsInput[number]): FieldError | null {
  const feature = applet.configurations.find((each) => each.slug === slug)
  if (!feature) return { attribute: slug, message: 'This feature is not known.' }
  if (feature.required && disabled) return { attribute: slug, message: `${feature.title} is always on.` }
  return null
}

/** Also for a feature that came after the user connected, which has no row yet. */
function write(
  { db }: Ctx,
  { actor, row }: UserWorld,
  { slug, disabled, marker }: ConfigurationsInput[number] & { marker: string },
) {
  const values = {
    enablement_id: enablements.id,
    slug: sql<string>`${slug}`.as('slug'),
    disabled: sql<boolean>`${Number(disabled)}`.as('disabled'),
  }
  return db
    .insert(live_configurations)
    .select(
      db
        .select(values)
        .from(enablements)
        .innerJoin(activity_log, eq(activity_log.id, marker))
        .where(own(actor.id, row.id)),
    )
    .onConflictDoUpdate({ target: [live_configurations.enablement_id, live_configurations.slug], set: { disabled } })
}

function liveOf({ applet, viewer }: UserWorld): LiveConfiguration[] {
  return applet.configurations.map((feature) => ({
    ...feature,
    live_configurations: viewer.live_configurations
      .filter(({ slug }) => slug === feature.slug)
      .map(({ disabled }) => ({ disabled })),
  }))
}
