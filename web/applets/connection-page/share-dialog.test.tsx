import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { ShareWays } from '../share/share-dialog.tsx'
import { renderWithViewer } from './render-connection-page.fixture.tsx'

const shared = { link: 'https://example.test/applets/star-to-sheet', title: 'Keep your stars' }
const html = (sheet = false) => htmlOf(<ShareWays shared={shared} sheet={sheet} />)
const share = /<button[^>]*aria-haspopup="dialog"[^>]*>.*?Share<\/button>/s

test('each network opens in a new, isolated tab', () => {
  const links = [...html().matchAll(/<a [^>]*>/g)].map(([link]) => link)
  expect(links).toHaveLength(4)
  for (const link of links) expect(link).toContain('target="_blank" rel="noopener"')
})

// §2.1-35
test('the link can be read and copied', () => {
  expect(html()).toMatch(/<input[^>]* readOnly=""[^>]* value="https:\/\/example.test\/applets\/star-to-sheet"/)
  expect(html()).toContain('>Copy</button>')
})

test('offers the share sheet only where the browser has one', () => {
  expect(html(true)).toContain('More ways to share')
  expect(html()).not.toContain('More ways to share')
})

test('anyone can share a published Applet before sign-in is known', async () => {
  for (const viewer of [null, {}, 'waiting', 'unavailable'] as const) {
    expect(await renderWithViewer({ viewer })).toMatch(share)
  }
})

test('a draft cannot be shared', async () => {
  const page = await renderWithViewer({ viewer: { is_author: true, can_publish: true }, applet: { published: false } })
  expect(page).not.toMatch(share)
})
