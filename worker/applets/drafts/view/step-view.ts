import { onBrand } from '../../../contract/shared/brand-color.ts'
import { choiceLabel } from '../../../contract/applets/choice-label.ts'
import { fieldProblem, saidProblem, SECRET_KEPT } from '../../../contract/applets/field-values.ts'
import { saidFor } from '../../../contract/drafts/draft-steps.ts'
import type { DraftField, DraftProblem, DraftStepState, DraftStepView } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import type { UserTier } from '../../../contract/tiers.ts'
import type { EnablementRules } from '../../../contract/upgrade/upgrade.ts'
import { blockedTitle } from '../../../contract/upgrade/upgrade-titles.ts'
import { checkText } from '../../../contract/ingredients/check-text.ts'
import { wordsOfSlug } from '../../../contract/sentences/in-sentence.ts'
import { setterName } from '../../../engine/filter/service-names.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import type { FieldDefinition } from '../../../services/format/service-definition.ts'
import { checkStepField, findStepField, stepWords } from '../../../services/find-step-file.ts'
import type { CatalogServiceRow, FieldRow, OwnAccount } from '../../../db/applets/drafts.ts'
import { rulesOfStep } from './draft-rules.ts'
import { namesBefore, type ResolvedStep } from './resolved-step.ts'

/** `stopped`: services that an operator has stopped for now. */
type Viewer = { actor: UserTier; accounts: readonly OwnAccount[]; stopped: ReadonlySet<string> }

/** A step as the draft's page shows it, and what is wrong with it at its place. */
export function toStepView(
  resolved: readonly ResolvedStep[],
  own: ResolvedStep,
  { actor, accounts, stopped }: Viewer,
): { view: DraftStepView; problems: DraftProblem[] } {
  const { kind, step, row, service, ingredients } = own
  const usesAccount = service !== null && service.connect_kind !== 'none'
  const itsAccounts = usesAccount ? accounts.filter(({ module_name }) => module_name === step.module_name) : []
  const rules = rulesOfStep(resolved, own, actor)
  const fields = toFields(resolved, own)
  const withdrawn = row === null ? SENTENCES.draft_step_withdrawn : null
  const account = usesAccount ? accountProblem(itsAccounts[step.account_slot], service.name) : null
  const ofStep = withdrawn ?? account
  const { state, problem } = stateOf({ withdrawn, rules, account, fields })
  const view: DraftStepView = {
    key: step.key,
    kind,
    module_name: step.module_name,
    slug: step.slug,
    name: row?.name ?? wordsOfSlug(step.slug),
    description: row?.description ?? '',
    ...stepWords(stepOf(own)),
    filter_name: own.filter_name,
    filter_methods: kind === 'action' ? ['skip', ...own.fields.map(({ slug }) => setterName(slug))] : [],
    service: service && serviceOfStep(service),
    is_stopped: stopped.has(step.module_name),
    state,
    problem,
    rules,
    account_slot: step.account_slot,
    accounts: itsAccounts.map(({ id, account_name, status }) => ({ id, account_name, status })),
    fields,
    ingredients,
    guessed: step.guessed,
  }
  const ofFields = fields.flatMap(({ slug, problem: message }) =>
    message === null ? [] : [{ step: step.key, field: slug, line: null, message }],
  )
  const problems =
    ofStep === null ? ofFields : [{ step: step.key, field: null, line: null, message: ofStep }, ...ofFields]
  return { view, problems }
}

/** Describes a step's service as a page shows it. */
export function serviceOfStep(row: CatalogServiceRow): NonNullable<DraftStepView['service']> {
  const { module_name, name, short_name, icon, connect_kind, minimum_tier, monochrome_image_url } = row
  const brand = onBrand(row.brand_color)
  return { module_name, name, short_name, icon, brand, connect_kind, minimum_tier, monochrome_image_url }
}

type Obstacles = {
  withdrawn: string | null
  rules: EnablementRules
  account: string | null
  fields: readonly DraftField[]
}

/** The first of what stands in the way, in the order in which its author would fix it. */
function stateOf({ withdrawn, rules, account, fields }: Obstacles): { state: DraftStepState; problem: string | null } {
  if (withdrawn !== null) return { state: 'withdrawn', problem: withdrawn }
  if (rules.block_user) return { state: 'not_in_plan', problem: `${blockedTitle(rules)}.` }
  if (account !== null) return { state: 'needs_account', problem: account }
  const field = fields.find((each) => each.problem !== null)
  return field ? { state: 'needs_fields', problem: field.problem } : { state: 'ready', problem: null }
}

function accountProblem(account: OwnAccount | undefined, service: string): string | null {
  if (!account) return SENTENCES.draft_needs_account(service)
  return account.status === 'connected' ? null : SENTENCES.draft_account_broken(service)
}

function toFields(resolved: readonly ResolvedStep[], own: ResolvedStep): DraftField[] {
  const names = namesBefore(resolved, own)
  return own.fields.flatMap((field) => {
    const file = findStepField(stepOf(own), field.slug)
    if (!isShown(file?.shown_for, own)) return []
    const value = shownValue(field, own.step.fields)
    const said = saidFor(own.step, field.slug)
    return [
      {
        slug: field.slug,
        label: field.label,
        hint: field.hint,
        type: field.type,
        syntax: file?.syntax ?? null,
        required: field.required,
        options: field.options,
        resolve_url: field.options_url,
        default_value: field.default_value,
        value,
        chosen: choiceLabel(own.step.labels, field.slug, value),
        said,
        asked: field.type === 'secret' || own.step.asked.includes(field.slug),
        problem: said === null ? problemOf(field, value, { own, names }) : saidProblem(said),
      },
    ]
  })
}

/** What is for another choice than the one that was made only stands in the way. */
function isShown(shown_for: FieldDefinition['shown_for'], { fields, step }: ResolvedStep): boolean {
  const other = fields.find(({ slug }) => slug === shown_for?.field)
  if (!shown_for || !other || step.asked.includes(other.slug)) return true
  return ['', shown_for.value].includes(shownValue(other, step.fields))
}

/** The author's value, or else the field's own. A secret is shown as dots. */
function shownValue({ slug, type, default_value }: FieldRow, fields: Record<string, string>): string {
  const given = Object.hasOwn(fields, slug) ? fields[slug] : undefined
  if (given === undefined) return default_value ?? ''
  return type === 'secret' && given !== '' ? SECRET_KEPT : given
}

function problemOf(
  field: FieldRow,
  value: string,
  { own, names }: { own: ResolvedStep; names: string[] },
): string | null {
  const ofShape = fieldProblem(field, value)
  if (ofShape !== null || value === '' || field.type === 'secret') return ofShape
  // It would be taken for a secret that was sealed.
  if (isSealedSecret(value)) return SENTENCES.unusable_characters
  const ofText = value.includes('{{') ? checkText(value, names) : null
  return ofText ?? checkStepField(stepOf(own), field.slug, value)
}

function stepOf({ kind, step: { module_name, slug } }: ResolvedStep) {
  return { kind, module_name, slug }
}
