import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { StoreLinks } from './store-links.tsx'

const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)".*?<\/svg>([^<]*)<\/a>/g)].map(([, href, name]) => [name, href])

// §2.1-13
test('each store links to its configured address', () => {
  expect(links(htmlOf(<StoreLinks stores={['ios', 'android']} />))).toEqual([
    ['Download on the App Store', 'https://apps.test/ios'],
    ['Get it on Google Play', 'https://apps.test/android'],
  ])
})

test('a phone sees one store', () => {
  expect(links(htmlOf(<StoreLinks stores={['android']} />))).toEqual([
    ['Get it on Google Play', 'https://apps.test/android'],
  ])
})

test('a store without an app of the operator is not shown', () => {
  const both = <StoreLinks stores={['ios', 'android']} />
  expect(links(htmlOf(both, { app_store_url: '' }))).toEqual([['Get it on Google Play', 'https://apps.test/android']])
  expect(htmlOf(both, { app_store_url: '', play_store_url: '' })).toBe('')
})
