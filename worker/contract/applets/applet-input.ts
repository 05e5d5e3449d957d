import * as z from 'zod/mini'
import { nameProblem, tidyName } from './applet-name.ts'
import { RECOMMENDED_MAX, VALUE_PROPOSITIONS_MAX } from '../limits.ts'
import { tidyLines } from '../shared/visible-text.ts'
import { CHOICE_LABEL_MAX } from './choice-label.ts'
import { lineProblem, DESCRIPTION_MAX, PROPOSITION_TEXT_MAX, PROPOSITION_TITLE_MAX } from './publication.ts'

/** A field's key and a value of it. */
const LABEL_KEY_MAX = 20_200
const LABELS_AT_ONCE = 200

const appletId = z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.int().check(z.positive())])

/** The version that the user has seen: another one is refused. */
const rev = z.optional(z.int().check(z.positive()))

/** POST /api/applets. Without `rev` none is taken that is newer than what the user had. */
export const createAppletInput = z.strictObject({ id: appletId, rev })
export type CreateAppletInput = z.output<typeof createAppletInput>

const revOfForm = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number))

/** The same by a form, whose address names the Applet. */
export const connectForm = z.strictObject({ rev: z.optional(revOfForm) })
export type ConnectForm = z.output<typeof connectForm>

/** What services call live choices, which nobody has checked: sentences show it. */
export const choiceLabels = z
  .record(
    z.string().check(z.maxLength(LABEL_KEY_MAX)),
    z.string().check(z.overwrite(tidyLines), z.maxLength(CHOICE_LABEL_MAX)),
  )
  .check(z.refine((labels) => Object.keys(labels).length <= LABELS_AT_ONCE, 'These are too many labels.'))

/**
 * PATCH /api/applets/{id}: save and reconnect (§4.8). `fields` are keyed "{id}.{slug}"; `field-rules.ts` checks the values.
 * Without `rev` no version is taken that is newer than what the user had. `seen`: the keys of places where data newly goes
 * with that version, to which the user has agreed.
 */
export const saveAppletInput = z.strictObject({
  preserve_applet_fields: z.optional(z.boolean()),
  fields: z.optional(z.record(z.string(), z.string())),
  labels: z.optional(choiceLabels),
  rev,
  seen: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200))),
})
export type SaveAppletInput = z.output<typeof saveAppletInput>

/** The same by a form: what is neither `rev` nor `seen` is a field. */
export const saveAppletForm = z.pipe(
  z.record(z.string(), z.string()),
  z.transform(({ rev: version, seen, ...fields }: Record<string, string>): SaveAppletInput => {
    return { rev: version === undefined ? undefined : Number(version), seen: seen?.split('\n'), fields }
  }),
)

/** PATCH /api/applets/{id}/configurations: the list of §7, bare or as `configurations`. */
export const configurationsInput = z.pipe(
  z.transform((body: unknown) => (Array.isArray(body) ? { configurations: body } : body)),
  z.strictObject({
    configurations: z
      .array(z.strictObject({ slug: z.string().check(z.minLength(1), z.maxLength(100)), disabled: z.boolean() }))
      .check(z.maxLength(100)),
  }),
)
export type ConfigurationsInput = z.output<typeof configurationsInput>['configurations']

/** PATCH /api/applets/{id}/notifications (§7 Notification settings). `appletId`: the same Applet as in the address. */
export const notificationsInput = z
  .strictObject({
    appletId: z.optional(appletId),
    pushEnabled: z.optional(z.boolean()),
    failedAppletRunNotificationsEnabled: z.optional(z.boolean()),
  })
  .check(
    z.refine((body) => Object.keys(body).some((key) => key !== 'appletId'), 'Choose a notification to turn on or off.'),
  )
export type NotificationsInput = z.output<typeof notificationsInput>

/** recommended_applets_for_channels (§7). `except`: the Applet whose page asks. */
export const recommendedInput = z.object({
  module_names: z.array(z.string()).check(z.maxLength(50)),
  count: z.int().check(z.minimum(1), z.maximum(RECOMMENDED_MAX)),
  except: z.nullish(z.int()),
})
export type RecommendedInput = z.output<typeof recommendedInput>

/** A line without the problem that `find` says; the page finds it before it sends. */
function line(find: (text: string) => string | null) {
  return z.string().check(z.overwrite(tidyName), ({ value: input, issues }) => {
    const message = find(input)
    if (message !== null) issues.push({ code: 'custom', message, input })
  })
}

export const appletName = line(nameProblem)
const shortText = (most: number) => line((text) => lineProblem(text, most))

const publishedText = z.strictObject({
  name: appletName,
  description: shortText(DESCRIPTION_MAX),
  value_propositions: z
    .array(
      z.strictObject({
        title: shortText(PROPOSITION_TITLE_MAX),
        text: shortText(PROPOSITION_TEXT_MAX),
      }),
    )
    .check(
      z.maxLength(VALUE_PROPOSITIONS_MAX),
      z.refine((all) => new Set(all.map(({ title }) => title)).size === all.length, 'Give each a title of its own.'),
    ),
})
export type PublishedText = z.output<typeof publishedText>

/** The addresses that look like secrets and are to be public, as they are shown. */
export const seenAddresses = z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(100)))

/** POST /api/applets/{id}/publish */
export const publishInput = z.extend(publishedText, { seen: seenAddresses })
export type PublishInput = z.output<typeof publishInput>

/** normalizedAppletUpdate (§7). An absent or null value changes nothing. */
export const updateAppletInput = z.object({
  applet_id: z.string(),
  name: z.nullish(appletName),
  push_enabled: z.nullish(z.boolean()),
  failed_applet_run_notifications_enabled: z.nullish(z.boolean()),
})
export type UpdateAppletInput = z.output<typeof updateAppletInput>
