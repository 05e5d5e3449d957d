import { expect, test } from 'vitest'
import type { Publication } from '../../../worker/contract/applets/publication.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { applet, TO_HOOK, viewer } from '../applet.fixture.ts'
import { seenByVisitors } from './load-publish-page.ts'
import { Page } from './publish-page.tsx'
import { checkText, readText, TEXT_FIELDS, type TextValues } from './publication-text.ts'

const DRAFT = { ...applet({ published: false, listed: false }), ...viewer({ is_author: true, can_publish: true }) }
const FINE: Publication = {
  applet: DRAFT,
  name: DRAFT.name,
  fixed: [],
  asked: [],
  has_secret: false,
  secret_addresses: [],
  email_verified: true,
  login_reserved: false,
  blocked: false,
  left_today: 5,
  listed_after: null,
}
const show = (given: Partial<Publication> = {}) => {
  const publication = { ...FINE, ...given }
  return htmlOf(
    <Page
      data={{ publication, seen: seenByVisitors(publication.applet) }}
      session={fulfilled({ kind: 'user', me: me(), viewer: null })}
      address={{ path: '/applets/1/publish', query: {} }}
    />,
  )
}
const PUBLISH = /<button[^>]*>Publish<\/button>/

test('shows what others will see, and asks for its words', () => {
  const html = show({ applet: { ...DRAFT, value_propositions: [{ title: 'Quick', text: 'Within a minute.' }] } })
  expect(html).toContain('<h1>Publish this Applet</h1>')
  expect(html).toMatch(/<input[^>]*name="name"[^>]*value="Keep your stars"/)
  expect(html).toMatch(/<textarea[^>]*name="description"[^>]*>Each star is a row\.<\/textarea>/)
  expect(html).toMatch(/class="card[^>]*>.*Keep your stars.*by <b>mira-lind<\/b>/s)
  expect(html).toContain('<summary>Quick</summary>')
  expect(html).toMatch(PUBLISH)
})

test('says before publishing that filter code is public', () => {
  const SENTENCE = 'Its filter code is public too, with every word in it.'
  expect(show({ applet: { ...DRAFT, filter_code: 'skip()' } })).toContain(SENTENCE)
  expect(show({ applet: { ...DRAFT, filter_code: 'skip()', published: true } })).toContain(SENTENCE)
  expect(show()).not.toContain(SENTENCE)
})

test('previews the page that visitors will get', () => {
  const filter_code = 'if (Trigger.Stars < 5) skip()'
  const html = show({ applet: { ...DRAFT, filter_code, enabled_count: 1 } })
  const preview = /<div class="applet-page">.*?<h3>In lists/s.exec(html)?.[0] ?? ''
  expect(preview).toMatch(/alt="GitHub" width="54".*alt="Google Sheets" width="54".*<h3>Keep your stars<\/h3>/s)
  expect(preview).toMatch(/by <b>mira-lind<\/b><span>1 user<\/span>/)
  expect(preview).toMatch(/<p class="connect-picture">.*<\/span>Connect GitHub<\/p>/s)
  expect(preview).toContain('<p class="description">Each star is a row.</p>')
  expect(
    [...preview.matchAll(/<span class="quiet-text">(If|With|When|Wait|Then|And)<\/span><b>(.*?)<\/b>/g)].map(
      ([, label, title]) => `${label} ${title}`,
    ),
  ).toEqual(['If GitHub trigger', 'When Its filter allows it', 'Then Google Sheets action'])
  expect(preview).toContain('<b>Switchyard</b> It decides whether the rest runs.')
  expect(preview).toContain('<code>if (Trigger.Stars &lt; 5) skip()</code>')
  expect(preview).not.toMatch(/<(?:a|button|form)\b/)
})

test('says which fields are fixed and which are asked', () => {
  const asked = { hint: null, type: 'text', required: true, options: null, resolve_url: null } as const
  const html = show({
    fixed: [{ key: '1.sheet', step_name: 'Add a row', label: 'Sheet', value: 'Stars', of_account: false }],
    asked: [
      {
        ...asked,
        key: '0.url',
        label: 'Feed address',
        default_value: null,
        step_name: 'New item',
        module_name: 'feeds',
      },
    ],
  })
  expect(html).toMatch(/<dt>Sheet <span[^>]*>Add a row<\/span><\/dt><dd>Stars<\/dd>/)
  expect(html).toMatch(/<li>Feed address <span[^>]*>New item<\/span><\/li>/)
  expect(show()).toContain('people turn it on at once')
})

test('says which values others may not have, and what to do', () => {
  const field = { key: '1.sheet', step_name: 'Add a row', label: 'Sheet', value: 'Stars' }
  const html = show({ fixed: [{ ...field, of_account: true }] })
  expect(html).toContain('From your account. Others may not have it.')
  expect(html).toMatch(/“Ask each user”.*for_others=1">Edit the Applet/)
  expect(show({ fixed: [{ ...field, of_account: false }] })).not.toContain('your account')
})

test('the author reads where data goes as others will', () => {
  const html = show({ applet: { ...DRAFT, fixed_destinations: [TO_HOOK] } })
  expect(html).toContain('Address: hooks.slack.com (not of Webhooks)</b> gets the whole body of your requests.')
})

test('an address like a secret is named, and Ask each user offered', () => {
  const { key, step_name, label, value: host } = TO_HOOK
  const html = show({ secret_addresses: [{ key, step_name, label, host }] })
  expect(html).toContain('hooks.slack.com looks like a secret of yours')
  expect(html).toMatch(/href="[^"]*for_others=1">Turn on “Ask each user” instead/)
  expect(show()).not.toContain('looks like a secret')
})

test.each([
  ['an unverified address', { email_verified: false }, 'verify your email address', '/settings'],
  ['a reserved user name', { login_reserved: true }, 'Your user name is reserved', '/settings'],
  ['five published today', { left_today: 0 }, 'You can publish five Applets a day', null],
  ['a secret', { has_secret: true }, 'holds a secret of yours', '/edit'],
  ['a hidden author', { blocked: true }, 'you cannot publish', 'help.test'],
  ['a missing action', { applet: { ...DRAFT, applet_actions: [] } }, 'Add a trigger and an action', null],
  ['a takedown', { applet: { ...DRAFT, taken_down: true } }, 'was taken down', 'help.test'],
] as const)('%s is said, and there is nothing to press', (_name, given, sentence, link) => {
  const html = show(given as Partial<Publication>)
  expect(html).toContain(sentence)
  if (link) expect(html).toMatch(new RegExp(`notice-box.*href="[^"]*${link}`, 's'))
  expect(html).not.toMatch(PUBLISH)
})

test('what was taken down offers no press that is refused', () => {
  const page = show({ applet: { ...DRAFT, published: true, taken_down: true } })
  expect(page).toContain('<h1>What others saw</h1>')
  expect(page).not.toMatch(/>Save<|>Take it back</)
})

test.each([true, false])('what was taken down is not said to be public: published %s', (published) => {
  expect(show({ applet: { ...DRAFT, published } })).toMatch(/[Aa]nyone can/)
  expect(show({ applet: { ...DRAFT, published, taken_down: true } })).not.toMatch(/[Aa]nyone can/)
})

test('a published Applet can be saved and taken back', () => {
  const html = show({ applet: { ...DRAFT, published: true }, listed_after: 23, left_today: 0 })
  expect(html).toContain('<h1>What others see</h1>')
  expect(html).toContain('In about 23 hours it appears in lists')
  expect(html).toMatch(/<button[^>]*>Save<\/button>/)
  expect(html).toMatch(/<button[^>]*>Take it back<\/button>/)
  expect(show({ listed_after: 24 })).toContain('lists and search after 24 hours')
})

const EMPTY = Object.fromEntries(TEXT_FIELDS.map((name) => [name, ''])) as TextValues

test('empty reasons are left out, half ones are said', () => {
  const fine = { ...EMPTY, name: ' Rows ', description: 'Says\nit.', title_1: 'Quick', text_1: 'Fast.' }
  expect(checkText(fine)).toEqual({})
  expect(readText(fine)).toEqual({
    name: 'Rows',
    description: 'Says it.',
    value_propositions: [{ title: 'Quick', text: 'Fast.' }],
  })
  expect(Object.keys(checkText(EMPTY))).toEqual(['name', 'description'])
  expect(Object.keys(checkText({ ...fine, title_0: 'x', text_2: 'y' }))).toEqual(['text_0', 'title_2'])
  expect(Object.keys(checkText({ ...fine, title_2: 'Quick', text_2: 'y' }))).toEqual(['title_2'])
  expect(Object.keys(checkText({ ...fine, name: 'a\u202Eb', description: '\u200B' }))).toEqual(['name', 'description'])
  expect(Object.keys(checkText({ ...fine, text_1: 'x'.repeat(301) }))).toEqual(['text_1'])
})
