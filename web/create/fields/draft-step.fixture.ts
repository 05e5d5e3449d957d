import { onBrand } from '../../../worker/contract/shared/brand-color.ts'
import type { DraftField, DraftIngredient, DraftStepView, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { NOT_BLOCKED } from '../../../worker/contract/upgrade/upgrade.ts'
import { aDraft } from '../draft/draft.fixture.ts'

const NO_ACCOUNT: DraftStepView['service'] = {
  module_name: 'octoforge',
  name: 'Octoforge',
  short_name: 'Octoforge',
  icon: '/icons/octoforge.svg',
  brand: onBrand('#24292f'),
  connect_kind: 'none',
  minimum_tier: null,
  monochrome_image_url: '/icons/octoforge.svg',
}

/** An optional text field, but for what is given. */
export function aDraftField(given: Partial<DraftField> = {}): DraftField {
  return {
    slug: 'value',
    label: 'Value',
    hint: null,
    type: 'text',
    syntax: null,
    required: false,
    options: null,
    resolve_url: null,
    default_value: null,
    value: '',
    asked: false,
    problem: null,
    ...given,
  }
}

function anIngredient(filter_name: string, given: Partial<DraftIngredient> = {}): DraftIngredient {
  const name = filter_name.slice(filter_name.lastIndexOf('.') + 1)
  return { name, label: name, type: 'text', example: `an example of ${name}`, filter_name, ...given }
}

/** A step of Octoforge, an action but for what is given. */
export function aDraftStep(given: Partial<DraftStepView> = {}): DraftStepView {
  return {
    key: 'action',
    kind: 'action',
    module_name: 'octoforge',
    slug: 'add_row',
    filter_name: 'Sheetly.addRow',
    filter_methods: ['skip', 'setRow'],
    name: 'Add a row',
    description: '',
    service: NO_ACCOUNT,
    state: 'ready',
    problem: null,
    rules: NOT_BLOCKED,
    account_slot: 0,
    accounts: [],
    fields: [],
    ingredients: [],
    guessed: false,
    ...given,
  }
}

/** A star that adds a row, after looking up issues. */
export const STAR = aDraftStep({
  key: 'trigger',
  kind: 'trigger',
  slug: 'new_star',
  name: 'New star',
  filter_name: 'Octoforge.newStar',
  filter_methods: [],
  ingredients: [
    anIngredient('Octoforge.newStar.RepositoryName', { example: 'switchyard' }),
    anIngredient('Octoforge.newStar.Stars', { type: 'number', example: '12' }),
    anIngredient('Octoforge.newStar.StarredAt', { type: 'datetime', example: '2026-03-02T09:14:00Z' }),
  ],
})
export const ISSUES = aDraftStep({
  key: 'query',
  kind: 'query',
  slug: 'open_issues',
  name: 'Open issues',
  filter_name: 'Octoforge.openIssues',
  filter_methods: [],
  ingredients: [
    anIngredient('Octoforge.openIssues.IssueTitle', {
      name: 'Octoforge.openIssues.IssueTitle',
      label: 'IssueTitle',
      example: 'One column late',
    }),
  ],
})

/** A draft of a star, a look-up and an action. */
export function aDraftView(given: Partial<DraftView> = {}): DraftView {
  return aDraft({}, { steps: [STAR, ISSUES, aDraftStep()], ...given })
}
