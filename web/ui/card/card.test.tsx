import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { card, service } from '../../testing/catalogue.fixture.ts'
import { Card } from './card.tsx'

const applet = card({
  name: 'Add a row for each new star',
  author: 'author',
  enabled_count: 12_345,
  services: [service(), service('google_sheets')],
})

// §9-25
test('the whole card is one link', () => {
  const html = renderToStaticMarkup(<Card applet={applet} />)
  expect(html).toMatch(/^<a class="card on-brand on-brand-white" href="\/applets\/star-to-sheet">.*<\/a>$/)
  expect(html).toContain('alt="GitHub" width="40" height="40"')
  expect(html).toContain('<h3>Add a row for each new star</h3>')
  expect(html).toContain('by <b>author</b>')
  expect(html).toContain('>12.3K<')
  expect(html).toContain('>12,345 users<')
})

test('a card on a pale brand has dark text', () => {
  expect(
    renderToStaticMarkup(<Card applet={{ ...applet, brand: { background: '#ffd84d', tone: 'ink' } }} />),
  ).toContain('on-brand-ink')
})

test('the brand color needs no style attribute', () => {
  const html = renderToStaticMarkup(<Card applet={applet} />)
  expect(html).toContain('fill="#24292f"')
  expect(html).not.toContain('style=')
})
