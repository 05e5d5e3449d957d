import type { AppletCard } from '../applets/applet.ts'
import type { ChosenStep } from '../applets/applet-document.ts'
import type { ChoiceLabels } from '../applets/choice-label.ts'
import type { FieldOption, FieldSyntax, FieldType, Service, StepKind } from '../connections/service.ts'
import type { NamedIngredient } from '../ingredients/named-ingredient.ts'
import type { EnablementRules } from '../upgrade/upgrade.ts'

/** How much one Applet may hold. */
export const DRAFT_QUERIES_MAX = 5
export const DRAFT_ACTIONS_MAX = 10
export const DRAFT_CONDITIONS_MAX = 10
/** Characters of one field, as the author writes it: as many as the longest field takes. */
export const DRAFT_FIELD_MAX = 20_000
/** Characters of filter code. */
export const DRAFT_CODE_MAX = 20_000
/** Characters of the name as it is typed; an Applet's is shorter. */
export const DRAFT_NAME_MAX = 1000
/** Characters of all that one draft holds, as JSON. */
export const DRAFT_SIZE_MAX = 200_000
/** Drafts that a user may have at once. */
export const DRAFTS_MAX = 100

/** A service's step as its author has chosen it, and what only a draft knows of it. Secret values are shown as dots. */
export type DraftStep<Kind extends StepKind = StepKind> = ChosenStep<Kind> & {
  /** Names the step for as long as the draft lives. */
  key: string
  /** Slugs of the fields that each user fills in; the author's own value is kept beside. */
  asked: string[]
  /** A machine chose it, and nobody has looked at it yet. */
  guessed: boolean
  /** What its sentence says for fields whose choices only an account lists, by slug, until such a field is set. */
  said?: Record<string, string> | undefined
}

export const CONDITION_OPERATORS = [
  'is',
  'is_not',
  'contains',
  'contains_not',
  'begins_with',
  'ends_with',
  'more_than',
  'less_than',
  'is_empty',
  'is_not_empty',
] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

/** `ingredient`: its name as filter code has it, such as `GitHub.newStar.StarredBy`. */
export type DraftCondition = { ingredient: string; operator: ConditionOperator; value: string }

/** "Only if …": a form that is filter code, or the code itself. */
export type DraftWhen =
  | { kind: 'always' }
  | { kind: 'form'; match: 'all' | 'any'; conditions: DraftCondition[] }
  | { kind: 'code'; code: string }

type DraftFilter = { kind: 'filter'; key: 'when'; when: Exclude<DraftWhen, { kind: 'always' }> }
/** `seconds`: up to 30 days. */
type DraftWait = { kind: 'wait'; key: 'wait'; seconds: number }
/** The draft's own step, not a service's. At most one has each key. */
export type OwnStep = DraftFilter | DraftWait
export const OWN_KEYS = { when: 'when', wait: 'wait' } as const satisfies { [Key in OwnStep['key']]: Key }

/** An Applet that is being made. */
export type AppletDraft = {
  /** null: the name that its steps propose, or that the Applet has that it changes. */
  name: string | null
  /** In their order: the trigger, queries, the filter, the wait, actions. */
  steps: (DraftStep | OwnStep)[]
  /** Seconds: at most one run in that time. */
  min_gap: number | null
  /** Minutes of the user's day between which nothing runs. */
  quiet: { from: number; to: number } | null
}

export const EMPTY_DRAFT: AppletDraft = {
  name: null,
  steps: [],
  min_gap: null,
  quiet: null,
}

/** One change of a draft: what its page does, and what PATCH takes. `key` is a step's. */
export type DraftChange =
  | { kind: 'set_name'; name: string | null }
  /**
   * Puts a step at the end of its row, or, where the key is there already, another step in its place. `guessed`: a
   * machine chose it; `said`: as its step has it.
   */
  | {
      kind: 'choose_step'
      step: StepKind
      key: string
      module_name: string
      slug: string
      guessed?: boolean | undefined
      said?: DraftStep['said']
    }
  | { kind: 'remove_step'; key: string }
  /** `to`: its index among the steps of its row. */
  | { kind: 'move_step'; key: string; to: number }
  /** `guessed`: a machine chose the values. */
  | {
      kind: 'set_fields'
      key: string
      fields: Record<string, string>
      labels?: ChoiceLabels | undefined
      guessed?: boolean | undefined
    }
  | { kind: 'ask_users'; key: string; field: string; asked: boolean }
  | { kind: 'choose_account'; key: string; account_slot: number }
  /** Somebody has looked at a step that a machine chose. */
  | { kind: 'accept_step'; key: string }
  /** Puts an own step in, in place of the one with its key; null takes that away. */
  | { kind: 'set_own'; key: OwnStep['key']; step: OwnStep | null }
  | { kind: 'set_pace'; min_gap: number | null; quiet: AppletDraft['quiet'] }

/** `withdrawn`: the catalog no longer has it, or its service is not published. */
export type DraftStepState = 'ready' | 'needs_account' | 'needs_fields' | 'not_in_plan' | 'withdrawn'

/** A field of a step in a draft, with the author's value. A secret is shown as dots. */
export type DraftField = {
  slug: string
  label: string
  hint: string | null
  type: FieldType
  /** The language of a text; null for plain text. */
  syntax: FieldSyntax | null
  required: boolean
  options: FieldOption[] | null
  /** For live options: the address to send to /stored_fields/options as resolve_url (§3). */
  resolve_url: string | null
  default_value: string | null
  value: string
  /** The label that a live choice had when it was chosen; null where nobody kept it. */
  chosen: string | null
  /** What its sentence says for it, while nothing is chosen; null for nothing. */
  said: string | null
  asked: boolean
  /** The problem with the value, as a sentence; null for none. */
  problem: string | null
  /** What a check could not find out about it; null for nothing. Only a check says it. */
  note?: string | null
}

/** An ingredient for a step's texts. `name` stands between braces; `filter_name` is its name in filter code. */
export type DraftIngredient = NamedIngredient & { example: string }

/** A step as the draft's page shows it. */
export type DraftStepView = {
  key: string
  kind: StepKind
  module_name: string
  slug: string
  /** Its name in filter code, such as `GitHub.newStar`, and its methods there: an action's `skip`, `setMessage`. */
  filter_name: string
  filter_methods: string[]
  /** The step's name and description; its slug in words where it is withdrawn. */
  name: string
  description: string
  /** As the service's file has them; null where it has none. */
  phrase: string | null
  sentence: string | null
  /** null where the service is gone. */
  service: Pick<
    Service,
    'module_name' | 'name' | 'short_name' | 'icon' | 'brand' | 'connect_kind' | 'minimum_tier' | 'monochrome_image_url'
  > | null
  /** Whether an operator has stopped its service for now. */
  is_stopped: boolean
  state: DraftStepState
  /** Why the step is not ready, as a sentence; null when it is. */
  problem: string | null
  /** Why the viewer's plan does not allow it (§2.4). */
  rules: EnablementRules
  account_slot: number
  /** The viewer's accounts of its service in the order of connecting; a slot counts them. */
  accounts: { id: string; account_name: string; status: 'connected' | 'broken' }[]
  fields: DraftField[]
  /** The ingredients that this step gives to those after it. */
  ingredients: DraftIngredient[]
  guessed: boolean
}

/**
 * A problem at its place. `step`: a step's key, `when`, `wait` or `name`, or `trigger` or `action` where there is none
 * yet; `field`: its slug, or `conditions.{index}`; `line` from 1, of code.
 */
export type DraftProblem = { step: string; field: string | null; line: number | null; message: string }

/** A draft as its author's page shows it. Times in ms. */
export type DraftView = {
  /** null while nothing is stored. */
  id: number | null
  /** Raised by each change: PATCH names the one that it changes. 0 while nothing is stored. */
  version: number
  updated_at: number | null
  /** Of one's own Applet that is being edited; null for a new one. */
  applet: (Pick<AppletCard, 'id' | 'friendly_id' | 'name' | 'config_type'> & { published: boolean }) | null
  doc: AppletDraft
  proposed_name: string
  /** All steps in the order of their rows. */
  steps: DraftStepView[]
  /** The code of "Only if …", made from the form or as it was written; null for always. */
  filter_code: string | null
  problems: DraftProblem[]
  /** Nothing is missing, and no plan is. */
  complete: boolean
  /** Why the viewer cannot turn it on (§2.4): the plan's features, or its quota. */
  rules: EnablementRules
  /** The rules of the viewer's plan for each part that may be added. */
  part_rules: Record<'query' | 'when' | 'action', EnablementRules>
}

/** POST, GET and PATCH of /api/drafts. */
export type DraftResponse = { draft: DraftView }

/** The draft that a 409 carries, so that the page can offer both. */
export type DraftConflict = { draft: DraftView }

/** A draft in the list of those that are not finished. */
export type DraftCard = { id: number; name: string; updated_at: number; services: DraftStepView['service'][] }

/** GET /api/steps?kind&q: the best first; without words, what the viewer used last and then the most popular. */
export type FoundDraftStep = {
  kind: StepKind
  module_name: string
  slug: string
  name: string
  description: string
  service: NonNullable<DraftStepView['service']>
  rules: EnablementRules
  recent: boolean
  /** Nobody signs in to its service, and the viewer has not connected it: something has to be fetched there first. */
  needs_token: boolean
}
export type FoundDraftSteps = { steps: FoundDraftStep[] }
