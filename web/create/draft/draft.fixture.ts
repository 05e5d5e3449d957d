import { draftSteps, type DraftParts } from '../../../worker/contract/drafts/draft-steps.ts'
import {
  type AppletDraft,
  type DraftStep,
  type DraftStepView,
  type DraftView,
} from '../../../worker/contract/drafts/draft.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import { stepsOfDraft } from '../../../worker/contract/drafts/change-draft.ts'
import { NOT_BLOCKED } from '../../../worker/contract/upgrade/upgrade.ts'

/** A step of a draft with this key. */
export function aStep<Kind extends StepKind = 'action'>(
  key: string,
  given: Partial<Omit<DraftStep, 'kind'>> & { kind?: Kind } = {},
) {
  return {
    kind: 'action' as Kind,
    key,
    module_name: 'slack',
    slug: key,
    account_slot: 0,
    fields: {},
    asked: [],
    guessed: false,
    ...given,
  }
}

/** Makes a draft as the server answers with it. */
type Doc = DraftParts & Partial<Omit<AppletDraft, 'steps'>>

export function aDraft(
  { name = null, min_gap = null, quiet = null, ...parts }: Doc = {},
  given: Partial<DraftView> = {},
): DraftView {
  const whole = { name, steps: draftSteps(parts), min_gap, quiet }
  return {
    id: 7,
    version: 3,
    updated_at: 0,
    applet: null,
    doc: whole,
    proposed_name: 'New Applet',
    steps: stepsOfDraft(whole).map(stepView),
    filter_code: null,
    problems: [],
    complete: false,
    rules: NOT_BLOCKED,
    part_rules: { query: NOT_BLOCKED, when: NOT_BLOCKED, action: NOT_BLOCKED },
    ...given,
  }
}

function stepView({ kind, key, module_name, slug, account_slot, guessed }: DraftStep): DraftStepView {
  return {
    key,
    kind,
    module_name,
    slug,
    filter_name: '',
    filter_methods: [],
    name: `Step ${slug}`,
    description: '',
    phrase: null,
    sentence: null,
    service: null,
    is_stopped: false,
    state: 'ready',
    problem: null,
    rules: NOT_BLOCKED,
    account_slot,
    accounts: [],
    fields: [aField('text', 'text'), aField('password', 'secret')],
    ingredients: [],
    guessed,
  }
}

function aField(slug: string, type: 'text' | 'secret'): DraftStepView['fields'][number] {
  const none = { hint: null, syntax: null, options: null, resolve_url: null, default_value: null, problem: null }
  return { slug, label: slug, type, required: true, value: '', chosen: null, said: null, asked: false, ...none }
}
