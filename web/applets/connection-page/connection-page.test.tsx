import { expect, test } from 'vitest'
import { asUser, button, DISABLED, ENABLED, html } from './render-connection-page.fixture.tsx'
import { github, sheets, step, TO_HOOK, viewer } from '../applet.fixture.ts'
import type { SaidStep } from '../../../worker/contract/applets/applet.ts'
import { service } from '../../testing/catalogue.fixture.ts'
import { FILTER_ID, WAIT_ID } from '../../../worker/contract/applets/step-list.ts'

const label = (page: string) => /<span class="label">(.*?)<\/span>/.exec(button(page))?.[1]

// §9-25
test('the head shows name, author, services in order and users', async () => {
  const page = await html()
  expect(page).toContain('<h1>Keep your stars</h1>')
  expect(page).toContain('>mira-lind<')
  expect(page).toContain('48,213 users')
  const icons = [...page.matchAll(/alt="([^"]+)" width="54" height="54"/g)].map(([, name]) => name)
  expect(icons).toEqual(['GitHub', 'Google Sheets'])
})

test("links a published Applet's author, not a draft's", async () => {
  expect(await html()).toContain('by <a href="/authors/mira-lind">mira-lind</a>')
  expect(await html({ applet: { published: false } })).toContain('by <b>mira-lind</b>')
})

// §2.1-19
test('shows the description and the steps without a click', async () => {
  const page = await html()
  expect(page).toMatch(/<p class="description">Each star is a row\.<\/p>/)
  const folded = page.replaceAll(/<details[^>]*>.*?<\/details>/gs, '')
  expect(folded).toContain('GitHub trigger')
  expect(folded).toContain('Google Sheets action')
})

test('says before Connect where data goes and what', async () => {
  const page = await html({ applet: { fixed_destinations: [TO_HOOK] } })
  expect(page).toContain(
    'Make a web request</span> <b>Address: hooks.slack.com (not of Webhooks)</b> gets the whole body of your requests.',
  )
  expect(await html()).not.toContain('Where data goes')
})

test('who fixed where data goes is the author, or "You"', async () => {
  const applet = { fixed_destinations: [TO_HOOK] }
  expect(await html({ applet })).toContain('Its author fixed this for everyone.')
  expect(await asUser({}, applet)).toContain('Its author fixed this for everyone.')
  const own = await asUser({ is_author: true }, applet)
  expect(own).toContain('You fixed this for everyone.')
  expect(own).not.toContain('Its author')
})

test('a visitor sees Connect, popular services and top Applets', async () => {
  const page = await html()
  expect(label(page)).toBe('Connect GitHub')
  expect(page).toContain('Popular services on Switchyard')
  expect(page).toContain('href="/github"')
  expect(page).toContain('href="/applets/top"')
})

// §3-24
test('a signed-in viewer sees no popular services', async () => {
  expect(await asUser()).not.toContain('Popular services')
})

// §2.1-51 §2.1-55
test('each step shows icon, service, description and a link', async () => {
  const page = await html()
  expect(page).toContain('<img class="service-icon" src="/icons/services/github.svg" alt="" width="32" height="32"')
  expect(page).toContain('<a href="/github/triggers/trigger_slug">GitHub trigger</a>')
  expect(page).toContain('<b>Google Sheets</b> Does a action.')
})

// §2.1-56
test('the last step row has no guideline', async () => {
  const rows = [...(await html()).matchAll(/<li class="(row[^"]*)">/g)].map(([, name]) => name)
  expect(rows).toEqual(['row guided', 'row'])
})

// §2.1-57
test('shows WORKS WITH and the product', async () => {
  expect(await html()).toMatch(/WORKS WITH Switchyard/)
})

// §2.1-19
test('More details opens the filter code', async () => {
  const page = await html({ applet: { filter_code: 'if (a < b) skip()' } })
  expect(page).toContain('<details class="applet-details"><summary>')
  expect(page).toContain('<code>if (a &lt; b) skip()</code>')
  expect(page).toContain('More details')
  expect(page).toContain('Fewer details')
})

// §2.2-09
test('shows the id only to users who enabled it', async () => {
  expect(await asUser(ENABLED)).toMatch(/ID 1</)
  for (const page of [await html(), await asUser(), await asUser(DISABLED), await asUser({ is_author: true })]) {
    expect(page).not.toMatch(/ID 1</)
  }
})

const SAID: SaidStep = {
  id: 1,
  kind: 'action',
  parts: [
    { kind: 'text', text: 'Add a row to ' },
    { kind: 'value', text: 'Stars', yours: true },
  ],
}
const SENTENCE = '<span class="said-sentence">Add a row to <b>Stars</b></span>'

test("one's own Applet says in its steps what they are set to", async () => {
  const own = { ...viewer({ is_author: true }), said: [SAID] }
  const page = await html({ viewer: own, applet: { ...own, published: false } })
  expect(page.split(SENTENCE)).toHaveLength(2)
  expect(page.indexOf(SENTENCE)).toBeLessThan(page.indexOf('More details'))
})

// §2.1-51
test('the filter and the wait name the product as their service', async () => {
  const steps = { filter_code: 'skip()', normalized_applet: { actions_delay: 60 } }
  const page = await html({ applet: steps })
  expect(page).toContain('<b>Switchyard</b> It decides whether the rest runs.')
  expect(page).toContain('<b>Switchyard</b> Before the next step.')
  const saidOf = [FILTER_ID, WAIT_ID].map((id) => ({ ...SAID, id }))
  const own = { ...viewer({ is_author: true }), ...steps, published: false, said: saidOf }
  const said = await html({ viewer: own, applet: own })
  for (const row of ['When', 'Wait']) expect(said).toContain(`<span class="label">${row} · Switchyard</span>`)
  expect(said).not.toContain('<b>Switchyard</b>')
})

test('a returned Applet does not say twice what its user set', async () => {
  const mine = { ...viewer(ENABLED), said: [SAID] }
  expect((await html({ viewer: mine, applet: { ...mine, published: true } })).split(SENTENCE)).toHaveLength(2)
})

test('its user reads what it is set to and where that changes', async () => {
  const page = await asUser({ ...ENABLED, said: [SAID] }, { has_fields: true })
  expect(page).toContain(`<span class="quiet-text">Then</span> ${SENTENCE}`)
  const kinds = ['trigger', 'query', 'filter', 'wait', 'action', 'action'] as const
  const said = kinds.map((kind, id) => ({ ...SAID, id: 90 + id, kind }))
  const labels = (await asUser({ ...ENABLED, said })).matchAll(
    /<span class="quiet-text">(\w+)<\/span> <span class="said/g,
  )
  expect([...labels].map(([, word]) => word)).toEqual(['If', 'With', 'When', 'Wait', 'Then', 'And'])
  expect(page).toContain('<a href="/applets/star-to-sheet/edit">Change what you set</a>')
  expect(await asUser(ENABLED)).not.toContain('said-steps')
})

// §2.2-18
test('value propositions are toggles', async () => {
  const page = await html({ applet: { value_propositions: [{ title: 'Yours', text: 'All of it.' }] } })
  expect(page).toContain('<details><summary>Yours</summary><p>All of it.</p></details>')
})

// §2.1-60 §2.1-63
test('others read Delete once they enabled it', async () => {
  for (const status of [ENABLED, DISABLED]) expect(await asUser(status)).toMatch(/<button[^>]*>Delete<\/button>/)
  for (const page of [await html(), await asUser()]) expect(page).not.toMatch(/Delete|Archive/)
  expect(await asUser(ENABLED)).not.toContain('Rename')
})

// §2.1-60 §2.1-63 §8-12
test('the author reads Archive without having enabled it', async () => {
  const page = await asUser({ is_author: true })
  expect(page).toMatch(/<button[^>]*>Archive<\/button>/)
  expect(page).toMatch(/<button[^>]*>Rename/)
  expect(page).not.toContain('Delete')
})

test('an archived Applet offers only to be restored or renamed', async () => {
  const page = await asUser({ is_author: true, status: 'archived' })
  expect(page).toContain('You archived this Applet.')
  expect(page).toMatch(/<button[^>]*>Restore<\/button>/)
  expect(page).toMatch(/<button[^>]*>Rename/)
  expect(button(page)).toBe('')
  expect(page).not.toMatch(/>Archive</)
})

test('says that the version to be connected is another one now', async () => {
  const page = await html({ viewer: {}, notice: 'It has changed.', applet: { rev: 3 } })
  expect(page).toMatch(/<p role="alert"><b>It has changed\./)
  expect(page).toMatch(/<form[^>]* method="post"><input type="hidden" name="rev" value="3"/)
  expect(await asUser({})).not.toContain('role="alert"')
})

test('an archived connection is called a connection', async () => {
  const page = await asUser({ is_author: true, status: 'archived' }, { config_type: 'dynamic' })
  expect(page).toContain('You archived this connection.')
})

// §2.1-29
test("shows the publish prompt only with the server's flag", async () => {
  const page = await asUser({ is_author: true, can_publish: true })
  expect(page).toContain('Publish this Applet so anyone can use it')
  expect(page).toMatch(/<a [^>]*href="\/applets\/1\/publish"[^>]*>Publish<\/a>/)
  expect(await asUser({ is_author: true })).not.toContain('Publish this')
})

// §2.1-10
test('an enabled Applet with optional fields can be edited', async () => {
  const edit = '<a href="/applets/star-to-sheet/edit">Edit</a>'
  for (const needs_configuration of [true, false])
    expect(await asUser(ENABLED, { has_fields: true, needs_configuration })).toContain(edit)
  expect(await asUser(ENABLED)).not.toContain(edit)
  expect(await asUser({}, { has_fields: true, needs_configuration: true })).not.toContain(edit)
})

test('an author edits their Applet whether it is on or not', async () => {
  const edit = '<a href="/applets/star-to-sheet/edit">Edit</a>'
  for (const status of ['never_enabled_for_user', 'disabled_for_user', 'enabled_for_user'] as const)
    expect(await asUser({ is_author: true, status })).toContain(edit)
  expect(await asUser({ is_author: true, status: 'archived' })).not.toContain(edit)
  expect(await asUser({ is_author: true }, { config_type: 'dynamic' })).not.toContain('/edit"')
})

test("renders authors' and services' text without markup", async () => {
  const name = '</script><img src=x onerror=alert(1)>'
  const evil = service('evil', { name, short_name: name })
  const page = await asUser(
    { ...ENABLED, fields: { '0.a': name } },
    {
      name,
      description: name,
      author: name,
      filter_code: name,
      applet_trigger: step(evil, 'trigger'),
      step_services: [evil],
    },
  )
  expect(page).not.toContain('<img src=x')
})

test("an address in an author's words stays text", async () => {
  const address = 'https://prizes.test/win'
  const description = `See ${address} <a href="${address}">here</a>`
  const page = await html({
    applet: { description, value_propositions: [{ title: address, text: `More at ${address}` }] },
  })
  expect(page).toContain(`See ${address} &lt;a href`)
  expect(page).not.toContain('href="https://prizes.test')
})

test('services follow the order of the steps', async () => {
  const page = await html({ applet: { step_services: [sheets, github] } })
  expect([...page.matchAll(/alt="([^"]+)" width="54"/g)].map(([, name]) => name)).toEqual(['Google Sheets', 'GitHub'])
})

const QUESTION = 'Do you like this Applet?'

// §2.1-32 §2.5-03
test('asks every user for feedback who has not rated the Applet', async () => {
  for (const status of ['never_enabled_for_user', 'disabled_for_user', 'enabled_for_user'] as const) {
    expect(await asUser({ status })).toContain(QUESTION)
    expect(await asUser({ status, rated: true })).not.toContain(QUESTION)
  }
  expect(await asUser({ is_author: true })).toContain(QUESTION)
})

test('asks nobody for feedback on an archived Applet, and no visitors', async () => {
  for (const page of [await html(), await asUser({ is_author: true, status: 'archived' })])
    expect(page).not.toContain(QUESTION)
})

const RUNS = /<span class="words">Notify me when this runs<\/span><input[^>]*>/
const FAILS = /<span class="words">Notify me if this fails to run<\/span><input[^>]*>/

// §2.1-25 §2.1-27
test('an enabled Applet shows both notification switches as saved', async () => {
  const page = await asUser({ ...ENABLED, push_enabled: true, failed_applet_run_notifications_enabled: false })
  expect(RUNS.exec(page)?.[0]).toContain(' checked=""')
  expect(FAILS.exec(page)?.[0]).toMatch(/role="switch"/)
  expect(FAILS.exec(page)?.[0]).not.toContain('checked')
})

test('a switch for runs that is on tells of this browser', async () => {
  expect(await asUser({ ...ENABLED, push_enabled: true })).toContain('Checking this browser…')
  expect(await asUser(ENABLED)).not.toContain('Checking this browser…')
})

// §2.1-25 §2.1-27
test('Notify me when this runs needs push to be available', async () => {
  const page = await asUser({ ...ENABLED, can_push_enable: false })
  expect(page).not.toMatch(RUNS)
  expect(page).toMatch(FAILS)
})

// §2.1-27
test('a disabled Applet has no notification switches', async () => {
  const others = [await html(), await asUser(), await asUser(DISABLED)]
  const archived = await asUser({ is_author: true, status: 'archived' })
  for (const page of [...others, archived]) expect(page).not.toMatch(/Notifications|Notify me/)
})

test('everyone may copy an Applet and report it', async () => {
  const page = await html()
  expect(page).toContain('<a href="/create?from=1">Make a copy</a>')
  expect(page).toContain('<a href="/applets/1/report" rel="nofollow">Report this Applet</a>')
})

test('authors are not offered to report their own Applet', async () => {
  const page = await asUser({ is_author: true })
  expect(page).toContain('Make a copy')
  expect(page).not.toContain('Report this Applet')
})

test('what was taken down offers no copy', async () => {
  expect(await asUser({}, { taken_down: true })).not.toMatch(/Make a copy|Report this Applet/)
})

test('what was taken down cannot be shared', async () => {
  expect(await asUser()).toContain('Share</button>')
  expect(await asUser({}, { taken_down: true })).not.toContain('Share</button>')
})

test("one's own Applet leads with its steps, and ends with the question", async () => {
  const own = { published: false, description: '', value_propositions: [] }
  const page = await asUser({ ...ENABLED, is_author: true, can_publish: true }, own)
  expect(page).not.toContain('aria-label="About"')
  const order = [
    '>Edit<',
    '>Rename<',
    '>Try it<',
    '>Turn off<',
    '>Make a copy<',
    '>Archive<',
    'WORKS WITH',
    '>Activity<',
  ]
  const places = [...order, '>Publish<', 'Do you like this Applet?'].map((words) => page.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('what is off can be turned on in the bar, not tried', async () => {
  const page = await asUser(DISABLED)
  expect(page).toMatch(/<button[^>]*>Turn on</)
  expect(page).not.toContain('Try it')
  expect(await asUser({ is_author: true })).not.toMatch(/>Turn o(n|ff)</)
})

test('only what is published can be reported', async () => {
  const page = await asUser({ is_author: true }, { published: false })
  expect(page).toContain('Make a copy')
  expect(page).not.toContain('Report this Applet')
})

test('of what was taken down, nothing is offered that would be refused', async () => {
  const down = { taken_down: true, has_fields: true }
  const manage = (page: string) => page.slice(page.indexOf('aria-label="Manage"')).split('</section>')[0]
  expect(manage(await asUser(ENABLED, down))).not.toMatch(/Edit|Try it/)
  expect(manage(await asUser(ENABLED, down))).toContain('Turn off')
  expect(manage(await asUser(DISABLED, down))).not.toContain('Turn on')
  const authors = await asUser({ is_author: true }, down)
  expect(manage(authors)).not.toContain('Edit')
  expect(authors).not.toContain('Anyone can use this Applet')
  expect(authors).toMatch(/<a[^>]* href="https:\/\/[^"]+"[^>]*>Ask us to look again<\/a>/)
})
