import { asc, eq, inArray, sql } from 'drizzle-orm'
import { documentSteps, type AppletDocument, type ServiceStep } from '../../contract/applets/applet-document.ts'
import { SOLD_PLANS } from '../../contract/tiers.ts'
import type { Db } from '../../system/d1/client.ts'
import { applet_steps, applets, configurations } from '../../db/schema/applets.ts'
import { service_steps, services, step_fields } from '../../db/schema/connections.ts'
import { stepsInOrder } from '../../db/applets/steps-in-order.ts'

/** Reads what the versions of these Applets are made of, for `db.batch`. */
export function versionQueries(db: Db, applet_ids: readonly number[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(applet_ids)}))`
  const { applet_id, step_id, position, place, account_slot, fields, configuration_slug } = applet_steps
  const { kind, slug, module_name } = service_steps
  const { connect_kind, minimum_tier } = services
  const stepIds = db
    .select({ id: step_id })
    .from(applet_steps)
    .where(sql`${applet_id} in ${ids}`)
  return [
    db
      .select({ id: applets.id, filter_code: applets.filter_code, wait: applets.actions_delay })
      .from(applets)
      .where(sql`${applets.id} in ${ids}`),
    db
      .select({
        applet_id,
        step_id,
        position,
        place,
        account_slot,
        fields,
        feature: configuration_slug,
        kind,
        slug,
        module_name,
        connect_kind,
        minimum_tier,
      })
      .from(applet_steps)
      .innerJoin(service_steps, eq(service_steps.id, step_id))
      .innerJoin(services, eq(services.module_name, module_name))
      .where(sql`${applet_id} in ${ids}`)
      .orderBy(asc(applet_id), asc(position)),
    db
      .select({
        step_id: step_fields.step_id,
        slug: step_fields.slug,
        default_value: step_fields.default_value,
      })
      .from(step_fields)
      .where(inArray(step_fields.step_id, stepIds))
      .orderBy(asc(step_fields.step_id), asc(step_fields.position)),
    db
      .select()
      .from(configurations)
      .where(sql`${configurations.applet_id} in ${ids}`)
      .orderBy(asc(configurations.applet_id), asc(configurations.position)),
  ] as const
}

type Queries = ReturnType<typeof versionQueries>
type Result<Index extends 0 | 1 | 2 | 3> = Awaited<Queries[Index]>
type VersionRows = [Result<0>, Result<1>, Result<2>, Result<3>]

/** Makes the version of each Applet that runs now, without its compiled filter. */
export function toVersions([appletRows, stepRows, fieldRows, featureRows]: VersionRows): Map<number, AppletDocument> {
  return new Map(
    appletRows.map(({ id, filter_code, wait }) => {
      const steps = stepsInOrder(stepRows.filter((row) => row.applet_id === id))
      const features = featureRows.filter(({ applet_id }) => applet_id === id)
      return [
        id,
        {
          features: features.map(({ slug, required, fields }) => ({ slug, required, fields })),
          steps: documentSteps(
            steps.map((row) => toStep(row, fieldRows)),
            { filter_code, wait },
          ),
          plan: SOLD_PLANS.findLast((plan) => steps.some(({ minimum_tier }) => minimum_tier === plan)) ?? null,
        },
      ]
    }),
  )
}

function toStep(row: Result<1>[number], fieldRows: Result<2>): ServiceStep {
  const open = fieldRows.filter(({ step_id, slug }) => step_id === row.step_id && !Object.hasOwn(row.fields, slug))
  return {
    id: row.position,
    kind: row.kind,
    module_name: row.module_name,
    slug: row.slug,
    needs_account: row.connect_kind !== 'none',
    account_slot: row.account_slot,
    feature: row.feature,
    fields: row.fields,
    user_fields: Object.fromEntries(open.map(({ slug, default_value }) => [slug, default_value])),
  }
}
