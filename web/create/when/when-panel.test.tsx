import { draftSteps, setWhen } from '../../../worker/contract/drafts/draft-steps.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { conditionsToCode, type DraftConditions } from '../../../worker/contract/drafts/conditions-code.ts'
import { EMPTY_DRAFT, type DraftView, type DraftWhen } from '../../../worker/contract/drafts/draft.ts'
import { aDraftStep, aDraftView, ISSUES, STAR } from '../fields/draft-step.fixture.ts'
import { codeNames, lineProblems } from './code-names.ts'
import { firstOperator } from './condition-words.ts'
import { beginConditions } from './new-condition.ts'
import { WhenPanel } from './when-panel.tsx'

const nothing = () => undefined

function html(when: DraftWhen, given: Partial<DraftView> = {}, submitted = false) {
  const draft = aDraftView({ doc: { ...EMPTY_DRAFT, steps: draftSteps({ when }) }, ...given })
  return renderToStaticMarkup(<WhenPanel draft={draft} change={nothing} onRemove={nothing} submitted={submitted} />)
}
const form = (...conditions: DraftConditions['conditions']): DraftConditions => ({
  kind: 'form',
  match: 'all',
  conditions,
})
const NAME = { ingredient: 'GitHub.newStarredRepository.RepositoryName', operator: 'contains', value: 'yard' } as const

test('a condition chooses among the ingredients of all steps', () => {
  const shown = html(form(NAME))
  expect(shown).toContain('<optgroup label="GitHub: You star a repository">')
  expect(shown).toMatch(
    /<option value="GitHub.newStarredRepository.RepositoryName" selected="">RepositoryName \(switchyard\)/,
  )
  expect(shown).toContain('<optgroup label="GitHub: Open issues">')
  expect(shown).toMatch(/<input type="text" autoComplete="off" value="yard"|value="yard"/)
})

test.each([
  ['RepositoryName', ['contains', 'is more than (number)'], 'type="text"'],
  ['Stars', ['is more than', 'is empty'], 'inputMode="decimal"'],
  ['StarredAt', ['is on the day', 'is before'], 'type="date"'],
])('asks of %s what its type has', (slug, words, input) => {
  const shown = html(form({ ingredient: `GitHub.newStarredRepository.${slug}`, operator: 'is', value: '' }))
  for (const each of words) expect(shown).toContain(`>${each}</option>`)
  expect(shown).toContain(input)
})

test('a moment is compared with a day and a time', () => {
  const shown = html(form({ ingredient: 'GitHub.newStarredRepository.StarredAt', operator: 'more_than', value: '' }))
  expect(shown).toContain('type="datetime-local"')
})

test('all or any is asked only of several conditions', () => {
  expect(html(form(NAME))).not.toContain('any of these is true')
  expect(html(form(NAME, NAME))).toContain('any of these is true')
  expect(html(form({ ...NAME, operator: 'is_empty' }))).not.toContain('Compared with')
})

test('says at the condition what is missing', () => {
  const empty = form({ ...NAME, value: '' })
  expect(html(empty)).not.toContain('Fill in what to compare with.')
  expect(html(empty, {}, true)).toContain('Fill in what to compare with.')
  expect(html(form(NAME), { steps: [ISSUES] })).toContain('No step before it gives this anymore. Choose another one.')
})

test('asks for a trigger before conditions', () => {
  expect(html({ kind: 'always' }, { steps: [] })).toContain('Choose what starts this Applet first.')
})

test('conditions become code once there is an action to skip', () => {
  expect(html(form(NAME))).toContain('Write it as code')
  const before = html(form(NAME), { steps: [STAR] })
  expect(before).not.toContain('Write it as code')
  expect(before).toContain('Choose what this Applet does first. Code says what to skip.')
})

test('only code of a form may become a form again', () => {
  const code = conditionsToCode(form(NAME), { actions: ['GitHub.createIssue'], ingredients: STAR.ingredients })
  expect(html({ kind: 'code', code })).toContain('Show as a form')
  expect(html({ kind: 'code', code: '' })).toContain('Show as a form')
  const changed = html({ kind: 'code', code: `${code}GitHub.createIssue.skip()` })
  expect(changed).toContain('A form cannot say what this code does, so it stays as code.')
})

test('before the editor has loaded, the code is a text', () => {
  const problems = [{ step: 'when', field: null, line: 3, message: 'There is no Oops.' }]
  const shown = html(
    { kind: 'code', code: 'Oops' },
    { problems: [...problems, ...problems.map((each) => ({ ...each, step: 'action' }))] },
  )
  expect(shown).toMatch(/<textarea[^>]*>Oops<\/textarea>/)
  expect(shown.match(/Line 3: There is no Oops\./g)).toHaveLength(1)
})

test('names the values, calls and times that code may use', () => {
  const paths = codeNames([STAR, ISSUES, aDraftStep()]).map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'GitHub.newStarredRepository.RepositoryName',
      'GitHub.openIssues.IssueTitle',
      'GitHub.openIssues.length',
      'GitHub.createIssue.skip',
      'GitHub.createIssue.setTitle',
      'Meta.currentUserTime',
    ]),
  )
  expect(codeNames([aDraftStep({ filter_name: '', filter_methods: ['skip'] })]).map(({ path }) => path)).toEqual(
    codeNames([]).map(({ path }) => path),
  )
})

test('only problems of a line are shown in the editor', () => {
  const problem = { step: 'when', field: null, message: 'No.' }
  expect(
    lineProblems([
      { ...problem, line: 2 },
      { ...problem, line: null },
    ]),
  ).toEqual([{ line: 2, message: 'No.' }])
})

test.each([
  ['text', 'contains'],
  ['number', 'is'],
  ['date', 'is'],
] as const)('a comparison of a %s begins as “%s”', (comparison, operator) => {
  expect(firstOperator(comparison)).toBe(operator)
})

test('conditions begin with one that asks for the first ingredient', () => {
  expect(beginConditions({ steps: [STAR, ISSUES] })).toEqual(setWhen(form({ ...NAME, value: '' })))
  expect(beginConditions({ steps: [] })).toBeNull()
})
