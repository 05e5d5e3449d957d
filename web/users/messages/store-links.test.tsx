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
