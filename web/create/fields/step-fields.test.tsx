import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DraftField, DraftStepView } from '../../../worker/contract/drafts/draft.ts'
import { aDraftField, aDraftStep, aDraftView, ISSUES, STAR } from './draft-step.fixture.ts'
import { StepFields } from './step-fields.tsx'
import { ingredientsBefore } from './step-ingredients.ts'

const nothing = () => undefined
const PRESSES = { change: nothing, check: nothing }

function html(
  field: Partial<DraftField>,
  given: Partial<DraftStepView> = {},
  { lostSecrets = [], ...props }: { submitted?: boolean; lostSecrets?: string[]; forOthers?: boolean } = {},
) {
  const step = { ...aDraftStep({ fields: [aDraftField(field)], ...given }), loading: false, lostSecrets }
  const draft = aDraftView({ steps: [STAR, ISSUES, step] })
  return renderToStaticMarkup(
    <StepFields {...{ draft, step, forOthers: false, ...PRESSES, ...props }} timeZone="Europe/Lisbon" />,
  )
}

const ID = 'id="field-action-value"'

test.each([
  ['text', '<textarea rows="1"'],
  ['textarea', '<textarea rows="3"'],
  ['url', 'inputMode="url"'],
  ['email', 'inputMode="email"'],
  ['number', 'inputMode="decimal"'],
  ['duration', 'For example 1h 30m.'],
  ['location', '<textarea'],
  ['time', 'type="time"'],
  ['date', 'type="date"'],
  ['datetime', 'type="datetime-local"'],
  ['select', '<select'],
  ['switch', 'role="switch"'],
  ['secret', 'type="password"'],
] as const)('a %s field has %s', (type, part) => {
  const shown = html({ type, options: [{ label: 'A', value: 'a' }] })
  expect(shown).toContain(part)
  expect(shown).toContain(ID)
  expect(shown).toMatch(/<label for="field-action-value">Value<span|<label class="switch"><span class="words">Value/)
})

test('groups of choices are named, and keep what is chosen', () => {
  const boxes = html({ type: 'checkbox', options: [{ label: 'A', value: 'a' }], value: 'a' })
  expect(boxes).toMatch(
    /<fieldset class="field choices"><legend>Value.*<input type="checkbox" id="field-action-value"[^>]*checked/,
  )
  const days = html({ type: 'weekdays', value: '1\n3' })
  expect([...days.matchAll(/checked="" value="(\d)"|value="(\d)" checked=""/g)].length).toBe(2)
})

test.each([
  ['date', '{{StarredAt}}'],
  ['time', '{{StarredAt | date: "HH:mm"}}'],
] as const)('a %s may be an ingredient', (type, value) => {
  const shown = html({ type, value })
  expect(shown).toContain('<textarea')
  expect(shown).toContain('Choose it instead')
  expect(html({ type })).toContain('Use an ingredient')
})

test('live options are found by typing, or something else is typed', () => {
  const live = { type: 'select', resolve_url: 'https://api.test/repos' } as const
  expect(html(live)).toMatch(/role="combobox"[^>]*aria-expanded="false"/)
  expect(html(live)).toContain('Type an id instead')
  expect(html({ ...live, type: 'text' })).toContain('Type it instead')
  expect(html({ ...live, value: '{{RepositoryName}}' })).toMatch(/<textarea.*Choose from a list/)
})

test('what is searched is typed, and shows the label that it had', () => {
  const search = { type: 'location', resolve_url: 'https://api.test/#triggers/rain/value?value={value}' } as const
  expect(html(search)).toMatch(
    /role="combobox"[^>]*placeholder="Type to search…"|placeholder="Type to search…"[^>]*role="combobox"/,
  )
  expect(html({ ...search, value: 'Faro (37, -8)', chosen: 'Faro, Portugal' })).toContain('value="Faro, Portugal"')
})

test('a service that is not connected yet lists nothing', () => {
  const service = STAR.service && { ...STAR.service, connect_kind: 'oauth2' as const }
  const shown = html({ type: 'select', resolve_url: 'https://api.test/repos' }, { service })
  expect(shown).not.toContain('combobox')
  expect(shown).toContain('<textarea')
})

test('what a sentence says for live choices stands at the field', () => {
  const live = { type: 'select', resolve_url: 'https://api.test/projects', said: 'Work' } as const
  const listed = html(live)
  expect(listed).toContain('You said “Work”. Choose what that is.')
  expect(listed).toMatch(/<input[^>]*role="combobox"[^>]*value="Work"|<input[^>]*value="Work"[^>]*role="combobox"/)
  const service = STAR.service && { ...STAR.service, connect_kind: 'oauth2' as const }
  for (const type of ['select', 'text'] as const)
    expect(html({ ...live, type }, { service })).toContain('You said “Work”. Connect GitHub to choose it.')
  const other = { ...live, resolve_url: 'https://api.test/lists#actions/add/list?board={board}' }
  expect(html(other)).toContain('You said “Work”. Choose “board” first.')
})

test('a text shows what it becomes with the examples', () => {
  const shown = html({ value: 'New: {{RepositoryName | upper}}, {{GitHub.openIssues.IssueTitle}}' })
  expect(shown).toContain('With the examples:')
  expect(shown).toContain('New: SWITCHYARD, One column late')
})

test('a row is entered as its cells', () => {
  const shown = html({ type: 'textarea', syntax: 'cells', label: 'Row', value: '{{RepositoryName}} ||| 2' })
  expect(shown).toMatch(/<fieldset[^>]*><legend>Row/)
  expect(shown).toMatch(/<label for="field-action-value">Column A<\/label>.*>\{\{RepositoryName\}\}<\/textarea>/)
  expect(shown).toMatch(/<label for="field-action-value-1">Column B<\/label>.*>2<\/textarea>/)
  expect(shown).not.toContain('>{{RepositoryName}} |||')
})

test('an empty row has one cell, which cannot be removed', () => {
  const shown = html({ type: 'textarea', syntax: 'cells', label: 'Row' })
  expect(shown.match(/>Column \w</g)).toEqual(['>Column A<'])
  expect(shown).not.toContain('Remove')
})

test('what is wrong with a row is said at its group', () => {
  const field = { type: 'textarea', syntax: 'cells', label: 'Row', value: '1 ||| {{RepositoryNam}}' } as const
  const shown = html(field, {}, { submitted: true })
  expect(shown).toMatch(
    /<fieldset[^>]* aria-describedby="(\S+)">.*id="\1">There is no ingredient &quot;RepositoryNam&quot;/,
  )
  expect(shown).toMatch(
    /<textarea[^>]* id="field-action-value"[^>]* aria-invalid="true"|<textarea[^>]* aria-invalid="true"[^>]* id="field-action-value"/,
  )
})

test('a row shows its cells with the examples', () => {
  const shown = html({ type: 'textarea', syntax: 'cells', value: '{{RepositoryName}} ||| 2' })
  expect(shown).toMatch(/<li class="text">switchyard<\/li><li class="text">2<\/li>/)
  expect(html({ type: 'textarea', value: '{{RepositoryName}} ||| 2' })).toContain('switchyard ||| 2')
})

test('a text shows what it becomes with the last event', () => {
  const step = aDraftStep({
    fields: [aDraftField({ value: '{{RepositoryName}} {{Stars}} {{StarredAt | date: "HH:mm"}}' })],
  })
  const props = {
    draft: aDraftView({ steps: [STAR, step] }),
    step: { ...step, loading: false, lostSecrets: [] },
    ...PRESSES,
    forOthers: false,
    timeZone: 'Asia/Tokyo',
  }
  const shown = renderToStaticMarkup(
    <StepFields {...props} lastEvent={{ RepositoryName: '<b>', Stars: 3, StarredAt: '2026-03-02T00:00:00Z' }} />,
  )
  expect(shown).toContain('With the last event:')
  expect(shown).toContain('&lt;b&gt; 3 09:00')
})

test('a trigger has no ingredients, and an action all before it', () => {
  const later = aDraftStep({ key: 'later', kind: 'query', ingredients: ISSUES.ingredients })
  const steps = [STAR, ISSUES, later, aDraftStep()]
  const names = (step: DraftStepView) => ingredientsBefore(steps, step).map(({ step: name }) => name)
  expect(names(STAR)).toEqual([])
  expect(names(ISSUES)).toEqual(['GitHub: You star a repository'])
  expect(names(later)).toEqual(['GitHub: You star a repository', 'GitHub: Open issues'])
  expect(names(aDraftStep())).toEqual([
    'GitHub: You star a repository',
    'GitHub: Open issues',
    'GitHub: Create an issue',
  ])
})

test.each([
  [
    { value: '{{RepositoryNam}}' },
    'There is no ingredient &quot;RepositoryNam&quot; (did you mean &quot;RepositoryName&quot;?).',
  ],
  [{ required: true }, 'Value can&#x27;t be empty.'],
  [{ value: 'x', problem: 'GitHub does not know x.' }, 'GitHub does not know x.'],
])('says at the field what is wrong with %j', (field, problem) => {
  expect(html(field)).not.toContain(problem)
  const shown = html(field, {}, { submitted: true })
  expect(shown).toContain(`id="field-action-value-error">${problem}`)
  expect(shown).toMatch(/aria-describedby="field-action-value-error"[^>]*aria-invalid="true"/)
})

test('a time of day has its zone, which a link changes', () => {
  expect(html({ type: 'time', hint: 'When it rings.' })).toMatch(
    /When it rings\. In Europe\/Lisbon\. <a href="\/settings\/account#time-zone"[^>]*>Change/,
  )
})

test('each user may be asked, except for a secret', () => {
  expect(html({})).not.toContain('Ask each user')
  expect(html({}, {}, { forOthers: true })).toMatch(/Ask each user<span class="visually-hidden"> for Value<\/span>/)
  expect(html({ asked: true, hint: 'One line.' })).toContain(
    'One line. Each user fills this in. What you enter is for you alone.',
  )
  expect(html({ type: 'secret', asked: true }, {}, { forOthers: true })).not.toContain('Ask each user')
})

test('a step without fields says so', () => {
  expect(html({}, { fields: [] })).toContain('There is nothing to fill in for this step.')
})

test('a secret that was lost says so at its field', () => {
  const shown = html({ type: 'secret' }, {}, { lostSecrets: ['value'] })
  expect(shown).toMatch(/aria-invalid="true".*This secret was not kept\. Type it again\./)
  expect(html({ type: 'secret' })).not.toContain('not kept')
})

test.each([
  ['', true],
  ['{{RepositoryName}}', true],
  ['app1', false],
])('choices wait for a field which holds %j: %s', (value, waits) => {
  const base = aDraftField({ slug: 'base', label: 'Base', type: 'text', value })
  const resolve_url = 'https://api.acme.test/x#actions/add/table?base={base}'
  const table = aDraftField({ slug: 'table', label: 'Table', type: 'select', resolve_url })
  const service = { ...aDraftStep({}).service, connect_kind: 'none' } as DraftStepView['service']
  const shown = html({}, { fields: [base, table], service })
  expect(shown.includes('Choose “Base” first to see the choices here.')).toBe(waits)
})

test.each([
  ['select', true],
  ['text', false],
] as const)('a %s says that a connected account lists its choices: %s', (type, says) => {
  const field = { type, hint: 'Leave it empty for all.', resolve_url: 'https://api.acme.test/x' }
  const service = { ...aDraftStep({}).service, connect_kind: 'key' } as DraftStepView['service']
  const shown = html(field, { service })
  expect(shown).toContain('Leave it empty for all.')
  expect(shown.includes('Connect GitHub to see the choices here.')).toBe(says)
})

/** The labels of the fields in sight, and of those under “More options”. */
function labelsOf(fields: DraftField[]): string[][] {
  const [seen = '', folded = ''] = html({}, { fields }).split('<details>')
  return [seen, folded].map((part) => [...part.matchAll(/<label for="[^"]*">([^<]*)/g)].map(([, label = '']) => label))
}

const optional = (slug: string, more: Partial<DraftField> = {}) =>
  aDraftField({ slug, label: slug, required: false, ...more })

test.each([
  ['few optional fields stay in sight', [optional('Title'), optional('Link')], [['Message', 'Title', 'Link'], []]],
  [
    'many optional fields fold, after the required ones',
    [optional('Title'), optional('Link'), optional('Sound', { default_value: 'bike', value: 'bike' })],
    [['Message'], ['Title', 'Link', 'Sound']],
  ],
  [
    'an optional field that is filled, or spoken of, does not fold',
    [optional('Title'), optional('Link', { value: 'https://example.com' }), optional('Sound', { said: 'bike' })],
    [['Message', 'Link', 'Sound'], ['Title']],
  ],
])('%s', (_, fields, labels) => {
  expect(labelsOf([...fields, aDraftField({ slug: 'message', label: 'Message', required: true })])).toEqual(labels)
})

test('a secret that was lost does not fold', () => {
  const fields = ['value', 'link', 'sound'].map((slug) => optional(slug, { type: 'secret' }))
  const [seen = '', folded = ''] = html({}, { fields }, { lostSecrets: ['value'] }).split('<details>')
  expect(seen).toContain('This secret was not kept.')
  expect(folded).not.toContain('This secret was not kept.')
})

test('a moment may be the time when the Applet runs', () => {
  const shown = html({ type: 'datetime' })
  expect(shown.indexOf('When it runs')).toBeLessThan(shown.indexOf('Use an ingredient'))
  expect(shown).toContain('When it runs')
  expect(html({ type: 'datetime', value: '{{Now}}' })).not.toContain('When it runs')
  expect(html({ type: 'date' })).not.toContain('When it runs')
})
