import * as z from 'zod/mini'
import { choiceLabels, seenAddresses } from '../applets/applet-input.ts'
import { moduleName } from '../connections/connection-input.ts'
import { STEP_KINDS } from '../connections/service.ts'
import {
  CONDITION_OPERATORS,
  DRAFT_CODE_MAX,
  DRAFT_CONDITIONS_MAX,
  DRAFT_FIELD_MAX,
  DRAFT_NAME_MAX,
  OWN_KEYS,
  type DraftChange,
} from './draft.ts'
import { DESCRIPTION_MAX } from './describe-draft.ts'
import { upcastChange, type ChangeBefore } from './draft-steps.ts'

/** How many changes one call takes. */
const CHANGES_MAX = 100
const FIELDS_AT_ONCE = 50
const MOST_SECONDS = 30 * 24 * 3600
/** Characters that a condition compares with. */
const COMPARED_MAX = 1000

const inWords = (count: number) => count.toLocaleString('en')
/** Written when a text is too long, because the first number in words takes milliseconds. */
const atMost = (most: number, where: string) => ({ error: () => `Use at most ${inWords(most)} characters ${where}.` })

/** The page makes it up: letters, digits, `_` and `-`. */
const stepKey = z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is not the key of a step.'))
const slug = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,79}$/, 'This is not a slug.'))
const fieldValue = z.string().check(z.maxLength(DRAFT_FIELD_MAX, atMost(DRAFT_FIELD_MAX, 'in a field')))
const isForOneStep = z.refine<Record<string, string>>(
  (fields) => Object.keys(fields).length <= FIELDS_AT_ONCE,
  'These are too many fields.',
)
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1))
const positiveId = z.int().check(z.positive())

const condition = z.strictObject({
  ingredient: z.string().check(z.maxLength(200)),
  operator: z.enum(CONDITION_OPERATORS),
  value: z
    .string()
    .check(z.maxLength(COMPARED_MAX, { error: () => `Compare with at most ${inWords(COMPARED_MAX)} characters.` })),
})

const whenKinds = [
  z.strictObject({
    kind: z.literal('form'),
    match: z.enum(['all', 'any']),
    conditions: z.array(condition).check(z.maxLength(DRAFT_CONDITIONS_MAX)),
  }),
  z.strictObject({
    kind: z.literal('code'),
    code: z.string().check(z.maxLength(DRAFT_CODE_MAX, atMost(DRAFT_CODE_MAX, 'of filter code'))),
  }),
] as const

const seconds = z.int().check(z.maximum(MOST_SECONDS))
const ownStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('filter'), key: z.literal('when'), when: z.discriminatedUnion('kind', whenKinds) }),
  z.strictObject({ kind: z.literal('wait'), key: z.literal('wait'), seconds: seconds.check(z.minimum(1)) }),
])

/** One change of a draft, also of a page that was opened before; changeDraft checks it again. */
const sentChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('set_name'),
    name: z.nullable(z.string().check(z.maxLength(DRAFT_NAME_MAX))),
  }),
  z.strictObject({
    kind: z.literal('choose_step'),
    step: z.enum(STEP_KINDS),
    key: stepKey,
    module_name: moduleName,
    slug,
    guessed: z.optional(z.boolean()),
    said: z.optional(z.record(slug, z.string().check(z.maxLength(DESCRIPTION_MAX))).check(isForOneStep)),
  }),
  z.strictObject({ kind: z.literal('remove_step'), key: stepKey }),
  z.strictObject({ kind: z.literal('move_step'), key: stepKey, to: z.int().check(z.minimum(0), z.maximum(100)) }),
  z.strictObject({
    kind: z.literal('set_fields'),
    key: stepKey,
    fields: z.record(slug, fieldValue).check(isForOneStep),
    labels: z.optional(choiceLabels),
    guessed: z.optional(z.boolean()),
  }),
  z.strictObject({ kind: z.literal('ask_users'), key: stepKey, field: slug, asked: z.boolean() }),
  z.strictObject({
    kind: z.literal('choose_account'),
    key: stepKey,
    account_slot: z.int().check(z.minimum(0), z.maximum(99)),
  }),
  z.strictObject({ kind: z.literal('accept_step'), key: stepKey }),
  z
    .strictObject({ kind: z.literal('set_own'), key: z.enum(OWN_KEYS), step: z.nullable(ownStep) })
    .check(z.refine(({ key, step }) => step === null || step.key === key, 'This is not the key of the step.')),
  z.strictObject({
    kind: z.literal('set_pace'),
    min_gap: z.nullable(z.int().check(z.minimum(1), z.maximum(7 * 24 * 3600))),
    quiet: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  }),
  z.strictObject({
    kind: z.literal('set_when'),
    when: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('always') }), ...whenKinds]),
  }),
  z.strictObject({ kind: z.literal('set_wait'), wait: seconds.check(z.minimum(0)) }),
]) satisfies z.ZodMiniType<DraftChange | ChangeBefore>
const draftChange = z.pipe(sentChange, z.transform(upcastChange))

const changes = z.array(draftChange).check(z.maxLength(CHANGES_MAX))
/** An Applet as its address names it. */
const appletKey = z.string().check(z.minLength(1), z.maxLength(200))
const triggerPath = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_]{1,39}\/triggers\/\w[\w-]{0,79}$/, 'This is not the address of a trigger.'))
const actionPath = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_]{1,39}\/actions\/\w[\w-]{0,79}$/, 'This is not the address of an action.'))

/**
 * GET /api/drafts/new. `from`: the Applet to copy; `trigger` and `action`: addresses of steps; `applet_id`: one's own
 * Applet to edit.
 */
export const newDraftQuery = z.object({
  from: z.optional(appletKey),
  trigger: z.optional(triggerPath),
  action: z.optional(actionPath),
  applet_id: z.optional(appletKey),
})
export type NewDraftQuery = z.output<typeof newDraftQuery>

/** POST /api/drafts: the same beginning, and what has been chosen there. */
export const createDraftInput = z.strictObject({
  from: z.optional(appletKey),
  trigger: z.optional(triggerPath),
  action: z.optional(actionPath),
  applet_id: z.optional(z.union([positiveId, appletKey])),
  changes,
})
export type CreateDraftInput = z.output<typeof createDraftInput>

/** PATCH /api/drafts/{id}. `version`: the one that the changes are made to. */
export const patchDraftInput = z.strictObject({ version: positiveId, changes: changes.check(z.minLength(1)) })
export type PatchDraftInput = z.output<typeof patchDraftInput>

/** POST /api/drafts/{id}/create. `version`: what its author has seen. */
export const createAppletOfDraftInput = z.strictObject({ version: positiveId, seen: seenAddresses })

/** GET /api/steps. */
export const findDraftStepsQuery = z.object({
  kind: z.enum(STEP_KINDS),
  q: z.optional(z.string().check(z.maxLength(200))),
  service: z.optional(moduleName),
})
export type FindDraftStepsQuery = z.output<typeof findDraftStepsQuery>
