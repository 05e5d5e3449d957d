import { onBrand } from '../../../worker/contract/shared/brand-color.ts'
import type { DraftField, DraftIngredient, DraftStepView, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { NOT_BLOCKED } from '../../../worker/contract/upgrade/upgrade.ts'
import { aDraft } from '../draft/draft.fixture.ts'

const NO_ACCOUNT: DraftStepView['service'] = {
  module_name: 'github',
  name: 'GitHub',
  short_name: 'GitHub',
  icon: '/icons/github.svg',
  brand: onBrand('#24292f'),
  connect_kind: 'none',
  minimum_tier: null,
  monochrome_image_url: '/icons/github.svg',
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
    chosen: null,
    said: null,
    asked: false,
    problem: null,
    ...given,
  }
}

function anIngredient(filter_name: string, given: Partial<DraftIngredient> = {}): DraftIngredient {
  const name = filter_name.slice(filter_name.lastIndexOf('.') + 1)
  return { name, label: name, type: 'text', example: `an example of ${name}`, filter_name, ...given }
}

/** A step of GitHub, an action but for what is given. */
export function aDraftStep(given: Partial<DraftStepView> = {}): DraftStepView {
  return {
    key: 'action',
    kind: 'action',
    module_name: 'github',
    slug: 'create_issue',
    filter_name: 'GitHub.createIssue',
    filter_methods: ['skip', 'setTitle'],
    name: 'Create an issue',
    description: '',
    phrase: null,
    sentence: null,
    service: NO_ACCOUNT,
    is_stopped: false,
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

/** A star that opens an issue, after looking up those open. */
export const STAR = aDraftStep({
  key: 'trigger',
  kind: 'trigger',
  slug: 'new_starred_repository',
  name: 'You star a repository',
  filter_name: 'GitHub.newStarredRepository',
  filter_methods: [],
  ingredients: [
    anIngredient('GitHub.newStarredRepository.RepositoryName', { example: 'switchyard' }),
    anIngredient('GitHub.newStarredRepository.Stars', { type: 'number', example: '12' }),
    anIngredient('GitHub.newStarredRepository.StarredAt', { type: 'datetime', example: '2026-03-02T09:14:00Z' }),
  ],
})
export const ISSUES = aDraftStep({
  key: 'query',
  kind: 'query',
  slug: 'open_issues',
  name: 'Open issues',
  filter_name: 'GitHub.openIssues',
  filter_methods: [],
  ingredients: [
    anIngredient('GitHub.openIssues.IssueTitle', {
      name: 'GitHub.openIssues.IssueTitle',
      label: 'IssueTitle',
      example: 'One column late',
    }),
  ],
})

/** A draft of a star, a look-up and an action. */
export function aDraftView(given: Partial<DraftView> = {}): DraftView {
  return aDraft({}, { steps: [STAR, ISSUES, aDraftStep()], ...given })
}
