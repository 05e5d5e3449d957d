import type { SaidStep } from '../../contract/applets/applet.ts'
import { choiceLabel, type ChoiceLabels } from '../../contract/applets/choice-label.ts'
import type { AppletDocument, ChosenStep, ServiceStep } from '../../contract/applets/applet-document.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { codeToConditions } from '../../contract/drafts/conditions-code.ts'
import { wordsOfSlug } from '../../contract/sentences/in-sentence.ts'
import { sayStep } from '../../contract/sentences/say-step.ts'
import type { FieldToSay, SayContext, ServiceStepToSay, StepToSay } from '../../contract/sentences/step-to-say.ts'
import { numberSteps, serviceName, stepName } from '../../engine/filter/service-names.ts'
import type { FieldDefinition } from '../../services/format/service-definition.ts'
import { findStepFile } from '../../services/find-step-file.ts'
import { findService, loadServices } from '../../services/known-services.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import { isSealedSecret } from '../../system/secrets/field-secret.ts'

/** The part of an Applet that one user set. `fields`: keyed "{id}.{slug}"; null for who has never turned it on. */
export type UserPart = {
  fields: Readonly<Record<string, string>> | null
  /** Of the live choices among them. */
  labels: ChoiceLabels
  /** The name of the account that a step uses; null for none. */
  accountOf: (step: ServiceStep) => string | null
  /** Null for UTC. */
  timezone: string | null
}

type Account = { module_name: string; account_name: string }

/** Finds the account of a step's slot. `accounts`: the user's in the order of connecting. */
export function accountInSlot(accounts: readonly Account[]): UserPart['accountOf'] {
  return ({ module_name, account_slot, needs_account }) => {
    if (!needs_account) return null
    return accounts.filter((account) => account.module_name === module_name)[account_slot]?.account_name ?? null
  }
}

/** What an Applet does for this user: each of its steps as a sentence, in their order. Has no secret. */
export async function sayApplet(
  ctx: Pick<RunnerCtx, 'db' | 'now'>,
  { steps }: Pick<AppletDocument, 'steps'>,
  own: UserPart,
): Promise<SaidStep[]> {
  const ofServices = stepsOfServices(steps)
  await loadServices(
    ctx,
    ofServices.map(({ module_name }) => module_name),
  )
  const context = { ingredients: ingredientsOf(ofServices), timezone: own.timezone ?? 'UTC' }
  return steps.map((step) => ({ id: step.id, kind: step.kind, parts: sayStep(toSay(step, own), context) }))
}

function toSay(step: AppletDocument['steps'][number], own: UserPart): StepToSay {
  switch (step.kind) {
    case 'trigger':
    case 'query':
    case 'action':
      return serviceStepToSay(step, own)
    case 'filter':
      return { kind: 'filter', when: codeToConditions(step.code) ?? { kind: 'code', code: step.code } }
    case 'wait':
      return step
  }
}

function serviceStepToSay(step: ServiceStep, own: UserPart): ServiceStepToSay {
  return { ...stepOfFile(step, own), account: own.accountOf(step) }
}

type FilledStep = Omit<ChosenStep, 'account_slot'> & Pick<ServiceStep, 'id' | 'user_fields'>

/** A step with what is set in it, as the file of its service has it. `own`: null for what its author set alone. */
export function stepOfFile(
  step: FilledStep,
  own: Pick<UserPart, 'fields' | 'labels'> | null,
): Omit<ServiceStepToSay, 'account'> {
  const { kind, slug } = step
  const file = findStepFile(step)
  return {
    kind,
    name: file?.name ?? wordsOfSlug(slug),
    phrase: file?.phrase ?? null,
    sentence: file?.sentence ?? null,
    fields: (file?.fields ?? []).map((field) => fieldToSay(step, field, own)),
  }
}

function fieldToSay(
  { id, fields, labels, user_fields }: FilledStep,
  field: FieldDefinition,
  own: Pick<UserPart, 'fields' | 'labels'> | null,
): FieldToSay {
  const { slug, label, syntax = null, options, default_value = null } = field
  const yours = !Object.hasOwn(fields, slug)
  const key = `${id}.${slug}`
  const given = yours ? (own?.fields?.[key] ?? user_fields[slug]) : fields[slug]
  const chosen = (known: string) => (yours ? choiceLabel(own?.labels, key, known) : choiceLabel(labels, slug, known))
  const value = given ?? (yours && field.required !== false ? null : '')
  return {
    slug,
    label,
    type: value !== null && isSealedSecret(value) ? 'secret' : field.type,
    syntax,
    options: Array.isArray(options) ? options : null,
    live: options !== undefined && !Array.isArray(options),
    value,
    default_value,
    chosen: value === null ? null : chosen(value),
    yours,
  }
}

/** What these steps give, or only those that `isTold` says, by the names that texts and filter code have for it. */
export function ingredientsOf<Step extends Pick<ServiceStep, 'kind' | 'module_name' | 'slug'>>(
  steps: readonly Step[],
  isTold: (step: Step) => boolean = () => true,
): SayContext['ingredients'] {
  const named = steps.map(({ module_name, slug }) => ({
    service: findService(module_name)?.identifier ?? serviceName(module_name),
    step: stepName(slug),
  }))
  return steps.flatMap((step, at) => {
    if (!isTold(step)) return []
    const ofKind = (each: number) => steps[each]?.kind === step.kind
    const before = named.filter((_, index) => ofKind(index) && index < at).length
    const name = `${named[at]?.service}.${numberSteps(named.filter((_, index) => ofKind(index)))[before]}`
    const file = findStepFile(step)
    const ingredients = file && 'ingredients' in file ? file.ingredients : []
    return ingredients.map(({ slug, name: label, type }) => ({
      name: step.kind === 'trigger' ? slug : `${name}.${slug}`,
      filter_name: `${name}.${slug}`,
      label,
      type,
    }))
  })
}
